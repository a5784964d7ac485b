"use client";

import { useState } from "react";
import { RadioGroup } from "@/components/ui/radio-group";
import { themeCookie, type Theme } from "@/components/layout/theme";
import { ThemeIcon } from "./theme-icon";

const yearSeconds = 31_536_000;
const options = [
  { value: "system", content: <ThemeIcon theme="system" />, label: "System theme" },
  { value: "light", content: <ThemeIcon theme="light" />, label: "Light theme" },
  { value: "dark", content: <ThemeIcon theme="dark" />, label: "Dark theme" },
] as const;

export function ThemeSwitch({ chosen }: { chosen: Theme }) {
  const [theme, setTheme] = useState(chosen);

  function choose(next: Theme) {
    setTheme(next);
    document.documentElement.dataset["theme"] = next;
    document.cookie = `${themeCookie}=${next}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
  }

  return (
    <div className="noscript:hidden">
      <RadioGroup legend="Theme" name="theme" size="small" options={options} value={theme} onChoose={choose} />
    </div>
  );
}
