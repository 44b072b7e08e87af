import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { formatMoment } from "#shared/format/dates.ts";
import { EllipsisVertical } from "#web/icons.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { RecordPage } from "#web/layout/record-page.tsx";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { readWebhook, type Webhook } from "../contract.ts";
import { webhookEvents } from "../events.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { useDeleteWebhook, useRotateSecret, useSetState, useTestWebhook } from "./webhook-changes.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookState } from "./webhook-state.tsx";

/** A webhook with its deliveries. */
export default function WebhookPage() {
  const mayRead = useMay("webhooks.read");
  const id = Number(useParams().id);
  const webhook = useQuery({
    ...endpointQuery(readWebhook, { params: { id } }),
    refetchOnMount: "always",
    enabled: mayRead,
  });
  if (!mayRead) return <AccessDenied />;
  return (
    <RecordPage query={webhook} noun="webhook" all={{ href: paths.webhooks, label: "All webhooks" }}>
      {(value) => <OneWebhook key={value.id} webhook={value} />}
    </RecordPage>
  );
}

type Question = "edit" | "rotate" | "delete";

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [, navigate] = useLocation();
  const setState = useSetState();
  const sendTest = useTestWebhook();
  const rotate = useRotateSecret();
  const remove = useDeleteWebhook();
  const canWrite = useIsServerReachable();
  const { url, state, pausedBecause, failingSince } = webhook;
  const close = () => setQuestion(null);
  return (
    <>
      <PageHeader
        back={{ href: paths.webhooks, label: "Webhooks" }}
        tab="Webhook"
        title={new URL(url).host}
        description={<span className="wrap-anywhere">{url}</span>}
        action={
          <>
            {state === "active" ? (
              <Button
                disabled={!canWrite}
                isBusy={sendTest.isPending}
                onClick={() => sendTest.mutate(webhook)}
              >
                Send test
              </Button>
            ) : (
              <Button
                variant="primary"
                disabled={!canWrite}
                isBusy={setState.isPending}
                onClick={() => setState.mutate(webhook)}
              >
                Resume
              </Button>
            )}
            <Menu
              label="Actions"
              trigger={(props) => (
                <IconButton {...props} label="Actions" disabled={!canWrite}>
                  <EllipsisVertical />
                </IconButton>
              )}
            >
              <MenuItem onSelect={() => setQuestion("edit")}>Change</MenuItem>
              {state === "active" && <MenuItem onSelect={() => setState.mutate(webhook)}>Pause</MenuItem>}
              <MenuItem onSelect={() => setQuestion("rotate")}>New secret</MenuItem>
              <MenuSeparator />
              <MenuItem isDestructive onSelect={() => setQuestion("delete")}>
                Delete
              </MenuItem>
            </Menu>
          </>
        }
      />
      <div className="space-y-6">
        {pausedBecause !== null && (
          <Banner kind="danger" title="This webhook was paused">
            {pausedBecause} Mend the receiver, resume it here, and send again below what it has missed.
          </Banner>
        )}
        {state === "active" && failingSince !== null && (
          <Banner kind="warning" title={`Nothing was delivered since ${formatMoment(failingSince)}`}>
            Each delivery is tried eight times within a day; after three days without a success the webhook is
            paused.
          </Banner>
        )}
        <Card aria-label="Events">
          <CardHeader title="Events" action={<WebhookState webhook={webhook} />} />
          <ul className="grid gap-x-6 gap-y-1 px-4 pb-5 sm:grid-cols-2 sm:px-5">
            {webhook.events.map((event) => (
              <li key={event}>{webhookEvents[event]}</li>
            ))}
          </ul>
        </Card>
        <DeliveryList webhook={webhook} />
      </div>
      {question === "edit" && <WebhookDialog webhook={webhook} onClose={close} />}
      <ConfirmDialog
        isOpen={question === "rotate"}
        onClose={close}
        title="Make a new secret?"
        description="The present one stops working at once: the receiver refuses deliveries until it has the new one."
        confirmLabel="Make secret"
        busyLabel="Making..."
        isBusy={rotate.isPending}
        onConfirm={() =>
          rotate.mutate(webhook, { onSuccess: (made) => setSecret(made.secret), onSettled: close })
        }
      />
      <ConfirmDialog
        isOpen={question === "delete"}
        onClose={close}
        title="Delete this webhook?"
        description="It is told of nothing any more, and the list of its deliveries is deleted."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        isBusy={remove.isPending}
        isDestructive
        onConfirm={() =>
          remove.mutate(webhook, { onSuccess: () => navigate(paths.webhooks), onError: close })
        }
      />
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}
