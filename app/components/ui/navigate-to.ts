import { useNavigate } from "react-router";
import { checkDestination, isSitePath, type NavigationOptions } from "#app/i18n/urls.ts";

/** Returns a function that navigates by script. Other sites require `external`. */
export function useNavigateTo(): (url: string, options?: NavigationOptions) => void {
  const navigate = useNavigate();
  return (url, options) => {
    const target = checkDestination(url, options);
    if (isSitePath(target)) void navigate(target);
    else window.location.assign(target);
  };
}
