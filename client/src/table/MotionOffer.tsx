/** The offer to shake the phone itself, next to what can be shaken. */

import { settings, updateSettings } from "../settings.ts";
import { useSignalValue } from "../signal.ts";
import { say } from "../words.ts";
import { motionPermission, requestMotionPermission } from "./rattle.ts";

export function MotionOffer() {
  const permission = useSignalValue(motionPermission);
  const { motion } = useSignalValue(settings);
  if (permission === "unknown" || permission === "unavailable") return null;
  const isOn = permission === "granted" && motion;
  const toggle = () => {
    updateSettings({ motion: !isOn });
    if (permission === "required") void requestMotionPermission();
  };
  return (
    <button type="button" class="button motion" aria-pressed={isOn} onClick={toggle}>
      {say(isOn ? "table.motion.on" : "table.motion")}
    </button>
  );
}
