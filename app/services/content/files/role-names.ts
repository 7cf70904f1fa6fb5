import { roles, type Role } from "../../api/contract/kinds.ts";

/** Roles of a formula as Chinese texts name them. */
export const roleCharacters: Readonly<Record<Role, string>> = {
  monarch: "君",
  minister: "臣",
  assistant: "佐",
  courier: "使",
};

/** Roles by each word that people write for them. */
export const roleByWord: ReadonlyMap<string, Role> = new Map(
  roles.flatMap((role): [string, Role][] => [
    [role, role],
    [roleCharacters[role], role],
    [`${roleCharacters[role]}药`, role],
  ]),
);
