import { useEffect } from "react";
import { useLocation } from "wouter";
import { useUser } from "#web/session/session.tsx";

/** Cleared with everything else at sign-out. */
const storageKey = "recent";
const keptMax = 8;

const kindOfPage: Readonly<Record<string, string>> = {
  "work-orders": "work-order",
  documents: "document",
  properties: "property",
  units: "unit",
  leases: "lease",
  companies: "company",
  users: "person",
};

/**
 * The records this user opened last on this machine, such as `work-order-12`, newest first. Only kinds and ids are stored,
 * so that no contents are left behind.
 */
export function recentRecords(userId: number): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    const { of, records } = (kept ?? {}) as { of?: unknown; records?: unknown };
    if (of !== userId || !Array.isArray(records)) return [];
    return records.filter((one) => typeof one === "string").slice(0, keptMax);
  } catch {
    return [];
  }
}

export function keepRecentRecords(userId: number, records: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ of: userId, records: records.slice(0, keptMax) }));
  } catch {
    // Without storage nothing is remembered.
  }
}

export const rememberRecord = (userId: number, record: string): void =>
  keepRecentRecords(userId, [record, ...recentRecords(userId).filter((one) => one !== record)]);

/** Remembers the record whose page is open. */
export function useRememberedRecords(): void {
  const { id } = useUser();
  const [path] = useLocation();
  const [, page = "", number] = /^\/([a-z-]+)\/([1-9]\d{0,14})(?:\/|$)/.exec(path.toLowerCase()) ?? [];
  const kind = kindOfPage[page];
  const record = kind === undefined || number === undefined ? undefined : `${kind}-${number}`;
  useEffect(() => {
    if (record !== undefined) rememberRecord(id, record);
  }, [id, record]);
}
