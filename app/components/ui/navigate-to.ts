import { useNavigate } from "react-router";
import { checkDestination, isSitePath, type NavigationOptions } from "#app/i18n/urls.ts";

/** Returns a function for navigation by script. */
export function useNavigateTo(): (url: string, options?: NavigationOptions) => void {
  const navigate = useNavigate();
  return (url, options) => {
    const target = checkDestination(url, options);
    if (isSitePath(target)) void navigate(target);
    else window.location.assign(target);
  };
}
