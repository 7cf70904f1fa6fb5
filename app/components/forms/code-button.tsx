import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import buttons from "#app/components/ui/button.module.css";

type CodeButtonProps = {
  /** Whether the fields that a code needs, such as the account, are filled in. */
  preCheck?: (form: HTMLFormElement) => boolean | Promise<boolean>;
  onSend: (form: HTMLFormElement) => void;
  /** Seconds until the next code can be requested; 0 after a failed request. */
  wait: { seconds: number } | undefined;
  /** Seconds between two codes; the server has its own limit. @default 60 */
  seconds?: number;
};

/**
 * Renders a button that requests a login code. A click disables it; if the pre-check passes, a countdown keeps it
 * disabled. Without script it is a plain submit button.
 */
export function CodeButton({ preCheck = () => true, onSend, wait, seconds = 60 }: CodeButtonProps) {
  const { t } = useTranslation("forms");
  const [isChecking, setChecking] = useState(false);
  const [secondsLeft, countDownFrom] = useCountdown();
  useEffect(() => {
    if (wait) countDownFrom(wait.seconds);
  }, [wait, countDownFrom]);
  const requestCode = async (event: React.MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const { form } = event.currentTarget;
    setChecking(true);
    const isValid = form !== null && (await preCheck(form));
    setChecking(false);
    if (!isValid) return;
    countDownFrom(seconds);
    onSend(form);
  };
  return (
    <button
      type="submit"
      name="intent"
      value="code"
      className={buttons["quiet"]}
      disabled={isChecking || secondsLeft > 0}
      onClick={requestCode}
    >
      {secondsLeft > 0 ? t("login.getAgain", { n: secondsLeft }) : t("login.getCode")}
    </button>
  );
}

/** Counts down by the clock, because background tabs throttle timers. */
function useCountdown(): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    const tick = () => setSecondsLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    if (end <= Date.now()) return undefined;
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [end]);
  const [countDownFrom] = useState(() => (seconds: number) => setEnd(Date.now() + seconds * 1000));
  return [secondsLeft, countDownFrom];
}
