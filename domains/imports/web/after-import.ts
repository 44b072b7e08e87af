import { paths } from "#web/paths.ts";
import type { KindName } from "../import-kinds.ts";

interface Way {
  label: string;
  href: string;
}

const next = {
  properties: [
    { label: "Import units", href: `${paths.import}?kind=units` },
    { label: "See properties", href: paths.properties },
  ],
  units: [
    { label: "See properties", href: paths.properties },
    { label: "Import another file", href: paths.import },
  ],
} as const satisfies Record<KindName, readonly Way[]>;

/** Where one goes once the rows are written. */
export const afterImport = (kind: KindName): readonly Way[] => next[kind];
