import { onSessionEvent } from "#web/session/session-events.ts";

/**
 * The versions that the user's own changes led to, so that a second quick move isn't rejected as outdated.
 */
const trackedVersions = new Map<string, number>();
/** The latest version of each work order that the user's changes led to. */
const latestVersions = new Map<number, number>();
onSessionEvent((event) => {
  if (event !== "person-changed") return;
  trackedVersions.clear();
  latestVersions.clear();
});

interface WorkOrderVersion {
  id: number;
  version: number;
}

export function getVersionAfterMyChanges({ id, version }: WorkOrderVersion): number {
  const nextVersion = trackedVersions.get(`${id}:${version}`);
  return nextVersion === undefined || nextVersion <= version
    ? version
    : getVersionAfterMyChanges({ id, version: nextVersion });
}

/** Records that the user's own change of `previous` led to `version`. */
export const trackVersion = (previous: WorkOrderVersion, version: number): void => {
  trackedVersions.set(`${previous.id}:${previous.version}`, version);
};

/** Records a version in the response to the user's own change, after which the lists are refetched. */
export const trackResponse = ({ id, version }: WorkOrderVersion): unknown => latestVersions.set(id, version);

/** Whether the lists are refetched for this version anyway, so its live event needs no other refetch. */
export const isFromMyChange = ({ id, version }: WorkOrderVersion): boolean =>
  version <= (latestVersions.get(id) ?? -1);
