import { matchPath } from "react-router";
import { decodePath } from "#app/i18n/guarded-routes.ts";
import { editDistance } from "#app/services/content/search/vocabulary.ts";
import { variableNames } from "#app/services/runtime/environment.ts";

const maxMistypedLetters = 2;

/** Prefixes of the site's variables, by which misspelt ones are found. `NODE_` is left out, because Node uses it. */
const prefixes = new Set(variableNames.map((name) => /^.*?_/.exec(name)?.[0] ?? name).filter((one) => one !== "NODE_"));

export function describeUnknownVariables(variables: NodeJS.ProcessEnv): string[] {
  return Object.keys(variables)
    .filter((name) => variables[name] !== "" && !variableNames.includes(name))
    .flatMap((name) => {
      const similarName = variableNames.find(
        (one) => name.length >= 6 && editDistance(name, one) <= maxMistypedLetters,
      );
      if (similarName) return [`${name} is no variable of the site, and does nothing: ${similarName}?`];
      const hasSitePrefix = prefixes.has(/^.*?_/.exec(name)?.[0] ?? "");
      return hasSitePrefix ? [`${name} is no variable of the site, and does nothing: docs/configuration.md`] : [];
    });
}

/** @param patterns path patterns of the pages without the language prefix, for example `/product/list/*` */
export function describeUnusedGuards(guards: readonly string[], patterns: readonly string[]): string[] {
  const isUsed = (guard: string) => {
    const path = decodePath(guard.replace(/\/\*$/, "")) || "/";
    return patterns.some(
      (pattern) =>
        matchPath({ path: pattern, caseSensitive: true }, path) ||
        (guard.endsWith("/*") && pattern.startsWith(path === "/" ? path : `${path}/`)),
    );
  };
  return guards
    .filter((guard) => !isUsed(guard))
    .map((guard) => `GUARDED_ROUTES: ${guard} matches no page, and guards nothing`);
}
