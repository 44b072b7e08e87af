import { useEffect } from "react";
import { useLocation } from "wouter";
import { useUser } from "#web/session/session.tsx";

/** The key in local storage, which signing out clears. */
const storageKey = "recent";
const maxRecords = 8;

const recordTypeByPage: Readonly<Record<string, string>> = {
  "work-orders": "work-order",
  documents: "document",
  properties: "property",
  units: "unit",
  leases: "lease",
  companies: "company",
  users: "person",
};

/**
 * Returns the records this user last opened on this device, such as `work-order-12`, newest first. Only types
 * and ids are stored, so that no contents stay on the device.
 */
export function readRecentRecords(userId: number): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    const { userId: savedFor, records } = (stored ?? {}) as { userId?: unknown; records?: unknown };
    if (savedFor !== userId || !Array.isArray(records)) return [];
    return records.filter((record) => typeof record === "string").slice(0, maxRecords);
  } catch {
    return [];
  }
}

export function saveRecentRecords(userId: number, records: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ userId, records: records.slice(0, maxRecords) }));
  } catch {
    // Without storage, nothing is remembered.
  }
}

export const addRecentRecord = (userId: number, record: string): void =>
  saveRecentRecords(userId, [record, ...readRecentRecords(userId).filter((other) => other !== record)]);

/** Remembers the record whose page is open. */
export function useTrackRecentRecords(): void {
  const { id } = useUser();
  const [path] = useLocation();
  const [, page = "", number] = /^\/([a-z-]+)\/([1-9]\d{0,14})(?:\/|$)/.exec(path.toLowerCase()) ?? [];
  const kind = recordTypeByPage[page];
  const record = kind === undefined || number === undefined ? undefined : `${kind}-${number}`;
  useEffect(() => {
    if (record !== undefined) addRecentRecord(id, record);
  }, [id, record]);
}
