"""The command that serves the page: a port of this machine, a line that says where, an end without a traceback."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from typer.testing import CliRunner

from srs_roulette.cli.app import app

ROOT = Path(__file__).parents[2]


def start(folder, *words):
    env = {key: value for key, value in os.environ.items() if not key.startswith(("SRS_ROULETTE_", "PYTHON"))}
    env |= {"PYTHONPATH": str(ROOT), "SRS_ROULETTE_HOME": str(folder), "TZ": "UTC"}
    command = [sys.executable, "-m", "srs_roulette", "web", "--no-open", *words]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_and_stops_when_told(tmp_path, stop):
    with start(tmp_path / "home", "--port", "0") as server:
        line = server.stdout.readline()
        address = line.split()[1]
        assert line == f"Open {address} in your browser. To stop: Ctrl-C.\n"
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address, timeout=10) as reply:  # noqa: S310 - our own address
            assert b"Today" in reply.read()
            assert "server" not in reply.headers
        server.send_signal(stop)
        assert server.wait(10) in ({130} if stop == signal.SIGINT else {-signal.SIGTERM, 143})
        assert server.stdout.read() == ""
        assert server.stderr.read() == ""
    assert not (tmp_path / "home").exists()


def test_only_this_machine_is_answered(tmp_path):
    with start(tmp_path / "home", "--port", "0", "--json") as server:
        address = json.loads(server.stdout.readline())["url"]
        port = int(address.rstrip("/").rpartition(":")[2])
        found = socket.getaddrinfo(socket.gethostname(), port, socket.AF_INET, socket.SOCK_STREAM)
        for *_, (host, _) in found:
            if not host.startswith("127."):
                with socket.socket() as elsewhere:
                    assert elsewhere.connect_ex((host, port)) != 0
        second = subprocess.run(
            [sys.executable, "-m", "srs_roulette", "web", "--no-open", "--port", str(port)],
            env=os.environ | {"PYTHONPATH": str(ROOT), "SRS_ROULETTE_HOME": str(tmp_path / "home")},
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
        )
        server.terminate()
    assert second.returncode == 1
    assert second.stdout == ""
    assert second.stderr.startswith(f"Port {port} cannot be used (")
    assert second.stderr.endswith(f"Choose another: srs-roulette web --port {port + 1}\n")


@pytest.mark.parametrize("missing", ["starlette", "jinja2", "uvicorn"])
def test_without_the_extra_it_says_what_to_install(monkeypatch, tmp_path, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    env = {"SRS_ROULETTE_HOME": str(tmp_path / "home")}
    done = CliRunner().invoke(app, ["web", "--no-open", "--port", "0"], env=env)
    assert done.exit_code == 1
    assert done.stdout == ""
    install = f'{sys.executable} -m pip install "srs-roulette[web]"'
    assert done.stderr == f"The page needs three more packages. Install once: {install}\n"


@pytest.mark.parametrize("port", ["-1", "65536", "x", "1.5"])
def test_no_such_port(tmp_path, port):
    done = CliRunner().invoke(app, ["web", "--port", port], env={"SRS_ROULETTE_HOME": str(tmp_path / "home")})
    assert done.exit_code == 2
    assert "--port" in done.stderr


def test_faults_are_said_before_anything_is_served(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "learner.db").write_bytes(b"no database at all")
    done = CliRunner().invoke(app, ["web", "--port", "0"], env={"SRS_ROULETTE_HOME": str(home)})
    assert done.exit_code == 1
    assert done.stdout == ""
    assert "is no database" in done.stderr


@pytest.mark.parametrize(
    ("screen", "opened"), [({"DISPLAY": ":0"}, True), ({"DISPLAY": "", "WAYLAND_DISPLAY": ""}, False)]
)
def test_the_browser_is_opened_where_there_is_a_screen(monkeypatch, tmp_path, screen, opened):
    called = []
    monkeypatch.setattr("webbrowser.open", called.append)
    monkeypatch.setattr("srs_roulette.web.serve.serve", lambda *_: None)
    monkeypatch.setattr(sys, "platform", "linux")
    done = CliRunner().invoke(app, ["web", "--port", "0"], env={"SRS_ROULETTE_HOME": str(tmp_path)} | screen)
    assert done.exit_code == 0, done.output
    assert bool(called) is opened
