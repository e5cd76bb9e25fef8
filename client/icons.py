"""Draws the icons of the app from static/icon.svg with Chromium: ``python client/icons.py``."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parent / "static"
BACKGROUND = "#2f4a3c"
# Name, size in pixels, percentage the drawing fills (systems crop "maskable" icons), background.
ICONS = (
    ("icon-192.png", 192, 100, "transparent"),
    ("icon-512.png", 512, 100, "transparent"),
    ("icon-maskable.png", 512, 80, BACKGROUND),
    ("icon-touch.png", 180, 100, BACKGROUND),
)


def page(percent: int, background: str) -> str:
    """A page with nothing but the icon."""
    picture = (STATIC / "icon.svg").read_text("utf-8")
    style = f"body{{margin:0;height:100vh;display:grid;place-items:center;background:{background}}}"
    return f"<style>{style}svg{{width:{percent}%;height:{percent}%}}</style>{picture}"


def draw() -> None:
    """Write all icons."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, size, percent, background in ICONS:
            tab = browser.new_page(viewport={"width": size, "height": size})
            tab.set_content(page(percent, background))
            tab.screenshot(path=STATIC / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    draw()
