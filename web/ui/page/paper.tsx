import { useQuery } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { readConfig } from "#domains/settings/public-config-contract.ts";
import { endpointQuery } from "#web/query-client.ts";
import { classes } from "#web/ui/classes.ts";
import { BrandLogo, portalBrand } from "#web/ui/page/brand.tsx";

/** A document as a sheet of paper. Printing the page prints only the sheet, as shown. */
export const Paper = ({ className, ...rest }: ComponentProps<"article">) => (
  <article
    data-sheet
    {...rest}
    className={classes(
      "rounded-badge bg-surface p-4 shadow-lead [--inset:0px] sm:px-8 sm:pt-6.5 sm:pb-5 sm:pointer-fine:[--row:2.125rem] print:p-0 print:shadow-none",
      className,
    )}
  />
);

interface LetterheadProps {
  /** The organization with its address by default. */
  sender?: { name: string; lines: readonly string[] };
  /** The type of document, on the right with the details below it. */
  title: ReactNode;
  details: readonly string[];
  className?: string;
}

/** The sender of a document with its logo, the document's name, and a line below them. */
export function Letterhead({ sender, title, details, className }: LetterheadProps) {
  const config = useQuery(endpointQuery(readConfig, {})).data;
  const { name, lines } = sender ?? { name: config?.name, lines: [config?.address.join(", ") ?? ""] };
  return (
    <header
      className={classes(
        "flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-ink border-b-2 pb-4 text-ink-soft text-sm wrap-anywhere sm:flex-nowrap",
        className,
      )}
    >
      <div className="flex min-w-0 items-center gap-3">
        <BrandLogo brand={config ?? portalBrand} />
        <div className="min-w-0">
          <p className="font-semibold text-ink">{name}</p>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </div>
      <div className="tabular-nums sm:max-w-1/2 sm:shrink-0 sm:text-right">
        {title}
        {details.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </header>
  );
}
