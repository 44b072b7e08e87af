import { randomInt } from "node:crypto";
import { usernameFrom } from "../username.ts";

/** Usernames to try for a person who chose none: the plain one, then with ever longer numbers until one is free. */
export function* usernamesFor(email: string): Generator<string> {
  const base = usernameFrom(email);
  yield base;
  for (const digits of [2, 3, 4, 6, 9]) yield `${base}${randomInt(1, 10 ** digits)}`;
}
