import { onSessionEvent } from "#web/session/session-events.ts";

/**
 * The versions that the user's own changes led to, so that a second quick move isn't rejected as outdated.
 */
const trackedVersions = new Map<string, number>();
onSessionEvent((event) => {
  if (event === "person-changed") trackedVersions.clear();
});

interface Versioned {
  id: number;
  version: number;
}

export function getVersionAfterMyChanges({ id, version }: Versioned): number {
  const next = trackedVersions.get(`${id}:${version}`);
  return next === undefined || next <= version ? version : getVersionAfterMyChanges({ id, version: next });
}

/** Records that the user's own change of `before` led to `version`. */
export const trackVersion = (before: Versioned, version: number): void => {
  trackedVersions.set(`${before.id}:${before.version}`, version);
};
