import { onSessionEvent } from "#web/session/session-events.ts";

/**
 * Maps each version to the one that the user's own change produced, so that a second quick move isn't
 * rejected as outdated.
 */
const nextVersions = new Map<string, number>();
/** The latest version of each work order that the user's own changes produced. */
const latestVersions = new Map<number, number>();
onSessionEvent((event) => {
  if (event !== "person-changed") return;
  nextVersions.clear();
  latestVersions.clear();
});

interface WorkOrderVersion {
  id: number;
  version: number;
}

export function getVersionAfterMyChanges({ id, version }: WorkOrderVersion): number {
  const nextVersion = nextVersions.get(`${id}:${version}`);
  return nextVersion === undefined || nextVersion <= version
    ? version
    : getVersionAfterMyChanges({ id, version: nextVersion });
}

/** Records that the user's own change of `previous` produced `version`. */
export const trackVersion = (previous: WorkOrderVersion, version: number): void => {
  nextVersions.set(`${previous.id}:${previous.version}`, version);
};

/** Records a version in the response to the user's own change, after which the lists are refetched. */
export const trackResponse = ({ id, version }: WorkOrderVersion): unknown => latestVersions.set(id, version);

/** Whether the version is from the user's own change, whose response has already refetched the lists. */
export const isFromMyChange = ({ id, version }: WorkOrderVersion): boolean =>
  version <= (latestVersions.get(id) ?? -1);
