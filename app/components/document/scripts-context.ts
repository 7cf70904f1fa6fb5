import { createContext } from "react";

/** Whether the document runs scripts, as always in browsers. */
export const ScriptsContext = createContext(true);
