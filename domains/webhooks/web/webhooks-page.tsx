import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { formatMoment } from "#shared/format/dates.ts";
import { Plus } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { listWebhooks, type Webhook } from "../contract.ts";
import { webhookPath } from "../paths.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookState } from "./webhook-state.tsx";

/** The webhooks, for administrators. */
export default function WebhooksPage() {
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const canWrite = useIsServerReachable();
  return (
    <>
      <PageHeader
        title="Webhooks"
        action={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            disabled={!canWrite}
            onClick={() => setIsAdding(true)}
          >
            New Webhook
          </Button>
        }
      />
      <Webhooks />
      {isAdding && (
        <WebhookDialog
          onClose={() => setIsAdding(false)}
          onAdded={(newSecret) => {
            setIsAdding(false);
            setSecret(newSecret);
          }}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

function Webhooks() {
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(listWebhooks, {}),
    refetchOnMount: "always",
  });
  return (
    <Section aria-label="Webhooks">
      {data === undefined &&
        (error === null ? (
          <SkeletonRows count={3} />
        ) : (
          <ErrorState
            title="Couldn't load webhooks."
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ))}
      {data?.length === 0 && (
        <EmptyState title="No webhooks yet">
          Add the URL of a system that should receive events, such as new work orders or payments.
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {data?.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ul>
    </Section>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, events, createdBy, createdAt } = webhook;
  const [, navigate] = useLocation();
  const href = webhookPath(id);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-(--inset) py-3.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <Link href={href} className="thumb wrap-anywhere font-medium underline-offset-4 hover:underline">
            {url}
          </Link>
          <WebhookState webhook={webhook} />
        </p>
        <p className="text-ink-soft text-sm">
          {events.length === 1 ? "1 event type" : `${events.length} event types`}, added by {createdBy}{" "}
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </p>
      </div>
      <Button size="sm" aria-label={`Open ${url}`} onClick={() => navigate(href)}>
        Open
      </Button>
    </li>
  );
}
