import { useNavigate } from "react-router";
import { destination, type NavigationOptions } from "../../i18n/destination.ts";
import { isSitePath } from "../../i18n/urls.ts";

/** Navigates from code in the browser; to another site only with `external`. */
export function useNavigateTo(): (url: string, options?: NavigationOptions) => void {
  const navigate = useNavigate();
  return (url, options) => {
    const checked = destination(url, options);
    if (isSitePath(checked)) void navigate(checked);
    else window.location.assign(checked);
  };
}
