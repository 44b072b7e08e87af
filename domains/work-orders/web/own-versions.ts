import { onSessionEvent } from "#web/session/session-events.ts";

/** Versions that result from the user's own changes, so that a second quick move is not mistaken for a stale one. */
const followed = new Map<string, number>();
onSessionEvent((event) => {
  if (event === "person-changed") followed.clear();
});

interface Versioned {
  id: number;
  version: number;
}

export function versionAfterOwnChanges({ id, version }: Versioned): number {
  const next = followed.get(`${id}:${version}`);
  return next === undefined || next <= version ? version : versionAfterOwnChanges({ id, version: next });
}

/** Says that the user's own change of `before` led to `version`. */
export const followVersion = (before: Versioned, version: number): void => {
  followed.set(`${before.id}:${before.version}`, version);
};
