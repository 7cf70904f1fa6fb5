import { createContext } from "react";

/** Whether the document runs scripts. In the browser it always does. */
export const ScriptsContext = createContext(true);
