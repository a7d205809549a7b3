"""The page: the same sittings in a browser on this machine. It only reads the clock through what it is handed."""
