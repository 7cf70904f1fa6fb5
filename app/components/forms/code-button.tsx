import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import buttons from "../ui/button.module.css";

type CodeButtonProps = {
  /** Whether the click counts, such as whether there is an account to send to. */
  preCheck?: (form: HTMLFormElement) => boolean | Promise<boolean>;
  /** Sends the form. */
  onSend: (form: HTMLFormElement) => void;
  /** What the server said of the last sending: seconds until the next, 0 where the last didn't count. */
  wait: { seconds: number } | undefined;
};

/** Seconds between two codes; the server holds the same. */
const pause = 60;

/**
 * Asks for a verification code. A click disables it; if the pre-check passes it counts down, otherwise it is as before.
 * Without script it is a plain submit button.
 */
export function CodeButton({ preCheck = () => true, onSend, wait }: CodeButtonProps) {
  const { t } = useTranslation("forms");
  const [isChecking, setChecking] = useState(false);
  const [left, countDownFrom] = useCountdown();
  useEffect(() => {
    if (wait) countDownFrom(wait.seconds);
  }, [wait, countDownFrom]);
  const ask = async (event: React.MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const { form } = event.currentTarget;
    setChecking(true);
    const counts = form !== null && (await preCheck(form));
    setChecking(false);
    if (!counts) return;
    countDownFrom(pause);
    onSend(form);
  };
  return (
    <button
      type="submit"
      name="intent"
      value="code"
      className={buttons["quiet"]}
      disabled={isChecking || left > 0}
      onClick={ask}
    >
      {left > 0 ? t("login.getAgain", { n: left }) : t("login.getCode")}
    </button>
  );
}

/** Whole seconds left, and a function that starts anew. By the clock: a tab in the background counts seldom. */
function useCountdown(): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    if (end <= Date.now()) return undefined;
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [end]);
  const [countDownFrom] = useState(() => (seconds: number) => setEnd(Date.now() + seconds * 1000));
  return [left, countDownFrom];
}
