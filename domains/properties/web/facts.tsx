import type { ReactNode } from "react";

/** A list of names and values. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-2 content-start gap-x-6 gap-y-4 lg:grid-cols-3">
      {facts.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-ink-soft text-sm">{name}</dt>
          <dd className="mt-0.5 font-medium tabular-nums [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
