import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toUserMessage } from "#web/api-client.ts";
import { ShieldAlert, ShieldCheck } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Popover } from "#web/ui/overlays/popover.tsx";
import { verifyQuery } from "../queries.ts";

/** Recomputes the hashes of the log, photos, files, and signatures, and shows whether they match. */
export function Verification({ id }: { id: number }) {
  return (
    <Popover
      label="Verification"
      className="p-4"
      trigger={(props) => (
        <Button {...props} size="sm" variant="ghost" icon={<ShieldCheck aria-hidden="true" />}>
          Verify
        </Button>
      )}
    >
      {() => <VerificationResult id={id} />}
    </Popover>
  );
}

function VerificationResult({ id }: { id: number }) {
  // Requested again each time, because a cached response proves nothing.
  const [openedAt] = useState(() => Date.now());
  const verification = useQuery({ ...verifyQuery(id), staleTime: 0, gcTime: 0 });
  const isFresh = verification.dataUpdatedAt >= openedAt;
  if (verification.isError)
    return (
      <div role="alert">
        <p className="font-medium">Verification failed to run.</p>
        <p className="mt-1 text-ink-soft">{toUserMessage(verification.error)}</p>
      </div>
    );
  if (!verification.isSuccess || !isFresh)
    return (
      <Loading label="Verifying" className="space-y-2">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-4 w-56" />
      </Loading>
    );
  const { valid, entries, photos, files, signatures, problems } = verification.data;
  const checkedText = [
    formatCount(entries, "log entry", "log entries"),
    formatCount(photos, "photo", "photos"),
    ...(files === 0 ? [] : [formatCount(files, "file", "files")]),
    formatCount(signatures, "signature", "signatures"),
  ].join(", ");
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element can't hold blocks
    <div role="status" className="flex gap-3">
      {valid ? (
        <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-green-text" />
      ) : (
        <ShieldAlert aria-hidden="true" className="size-5 shrink-0 text-red-text" />
      )}
      <div className="min-w-0">
        <p className="font-medium">{valid ? "The record is intact" : "Verification found problems"}</p>
        <p className="mt-0.5 text-ink-soft">
          {valid ? `Checked ${checkedText}. Everything matches.` : `Checked ${checkedText}.`}
        </p>
        {problems.length > 0 && (
          <ul className="mt-2 list-disc space-y-1 pl-4">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

const formatCount = (count: number, singular: string, plural: string) =>
  `${count} ${count === 1 ? singular : plural}`;
