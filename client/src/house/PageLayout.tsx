/** The layout of every page except tables: header with navigation, content, footer. */

import type { ComponentChildren } from "preact";
import { useSignalValue } from "../signal.ts";
import { route } from "../routes.ts";
import { NextTable } from "../NextTable.tsx";
import { settings, updateSettings } from "../settings.ts";
import { showTitle } from "../title.ts";
import { language, languageNames, say } from "../words.ts";

const NAV_LINKS = [["/watch", "watch"], ["/friends", "friends"], ["/me", "me"], [
  "/settings",
  "settings",
]] as const;

export function PageLayout({ title, children, wide = false }: {
  readonly title?: string;
  readonly children: ComponentChildren;
  readonly wide?: boolean;
}) {
  showTitle(title ? `${title} · ${say("house.name")}` : say("house.name"));
  return (
    <div class="house">
      <a class="skip" href="#main">{say("house.skip")}</a>
      <SiteHeader />
      <main id="main" class={wide ? "wide" : ""} tabIndex={-1}>{children}</main>
      <SiteFooter />
    </div>
  );
}

function SiteHeader() {
  const currentRoute = useSignalValue(route);
  return (
    <header class="site-header">
      <a class="brand" href="/" aria-current={currentRoute.screen === "home" ? "page" : undefined}>
        <Logo />
        <span>{say("house.name")}</span>
      </a>
      <NextTable />
      <nav aria-label={say("house.nav")}>
        {NAV_LINKS.map(([path, screen]) => (
          <a
            key={screen}
            href={path}
            aria-current={currentRoute.screen === screen ? "page" : undefined}
          >
            <LineIcon name={screen} />
            <span>{say(`nav.${screen}`)}</span>
          </a>
        ))}
      </nav>
    </header>
  );
}

function SiteFooter() {
  const currentLanguage = useSignalValue(language);
  const { theme } = useSignalValue(settings);
  const isDark = document.documentElement.dataset["theme"] === "dark";
  return (
    <footer class="site-footer">
      <div class="row" role="group" aria-label={say("settings.language")}>
        {Object.entries(languageNames.value).map(([one, name]) => (
          <button
            type="button"
            class="quiet"
            key={one}
            lang={one}
            aria-pressed={one === currentLanguage}
            onClick={() => updateSettings({ language: one })}
          >
            {name}
          </button>
        ))}
      </div>
      <button
        type="button"
        class="quiet"
        data-theme-now={theme}
        onClick={() => updateSettings({ theme: isDark ? "light" : "dark" })}
      >
        {say(isDark ? "settings.to-light" : "settings.to-dark")}
      </button>
      <p>{say("house.promise")}</p>
    </footer>
  );
}

/** The logo: a small shelf with three boxes. */
function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" class="logo">
      <rect x="3" y="10" width="7" height="14" rx="1.5" class="logo-a" />
      <rect x="11.5" y="6" width="8" height="18" rx="1.5" class="logo-b" />
      <rect
        x="21"
        y="12"
        width="7"
        height="12"
        rx="1.5"
        transform="rotate(8 24 18)"
        class="logo-c"
      />
      <rect x="1.5" y="25" width="29" height="3.5" rx="1.5" class="logo-d" />
    </svg>
  );
}

const ICONS: Readonly<Record<string, string>> = {
  watch: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm10-3.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  me: "M12 12a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zm-8.5 9c.6-4.6 4-7 8.5-7s7.900 2.400 8.500 7z",
  settings:
    "M4 7h9m5 0h2M4 17h2m5 0h9M15.500 4.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5zM8.500 14.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z",
  friends:
    "M8 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zm9 0a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 20c.4-4 3-6 6-6s5.600 2 6 6zm14-6c3 0 5.500 2 6 6h-5",
  players:
    "M8 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zm8.500 1a3 3 0 1 0 0-6M2 20c.4-4 3-6 6-6s5.600 2 6 6zm14-5c2.600.2 4.600 2 5 5h-3",
  minutes: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4v5l3.500 2",
  age:
    "M12 3l2.600 5.600 6 .7-4.500 4.100 1.200 6L12 16.500 6.700 19.400l1.200-6L3.400 9.300l6-.7z",
};

/** A decorative line icon. */
export function LineIcon({ name }: { readonly name: string }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" class="line-icon">
      <path d={ICONS[name] ?? ""} />
    </svg>
  );
}
