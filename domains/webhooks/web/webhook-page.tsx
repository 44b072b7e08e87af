import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { formatMoment } from "#shared/format/dates.ts";
import { EllipsisVertical } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { readWebhook, type Webhook } from "../contract.ts";
import { webhookEvents } from "../events.ts";
import { webhooksPath } from "../paths.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { useDeleteWebhook, useRotateSecret, useTestWebhook, useToggleWebhook } from "./mutations.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookState } from "./webhook-state.tsx";

/** A webhook with its deliveries. */
export default function WebhookPage() {
  const id = Number(useParams().id);
  const webhook = useQuery({
    ...endpointQuery(readWebhook, { params: { id } }),
    refetchOnMount: "always",
  });
  return (
    <RecordPage query={webhook} noun="webhook" all={{ href: webhooksPath, label: "All webhooks" }}>
      {(value) => <WebhookDetails key={value.id} webhook={value} />}
    </RecordPage>
  );
}

type OpenDialog = "edit" | "rotate" | "delete";

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [, navigate] = useLocation();
  const toggle = useToggleWebhook();
  const sendTest = useTestWebhook();
  const rotate = useRotateSecret();
  const remove = useDeleteWebhook();
  const canWrite = useIsServerReachable();
  const { url, state, pauseReason, failingSince } = webhook;
  const close = () => setOpenDialog(null);
  return (
    <>
      <PageHeader
        back={{ href: webhooksPath, label: "Webhooks" }}
        tab="Webhook"
        title={new URL(url).host}
        note={<span className="wrap-anywhere">{url}</span>}
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
                isBusy={toggle.isPending}
                onClick={() => toggle.mutate(webhook)}
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
              <MenuItem onSelect={() => setOpenDialog("edit")}>Edit</MenuItem>
              {state === "active" && <MenuItem onSelect={() => toggle.mutate(webhook)}>Pause</MenuItem>}
              <MenuItem onSelect={() => setOpenDialog("rotate")}>Rotate secret</MenuItem>
              <MenuSeparator />
              <MenuItem isDestructive onSelect={() => setOpenDialog("delete")}>
                Delete
              </MenuItem>
            </Menu>
          </>
        }
      />
      <div className="space-y-6">
        {pauseReason !== null && (
          <Banner kind="danger" title="This webhook was paused">
            {pauseReason} Fix your endpoint, resume the webhook, and resend any missed deliveries below.
          </Banner>
        )}
        {state === "active" && failingSince !== null && (
          <Banner kind="warning" title={`No successful deliveries since ${formatMoment(failingSince)}`}>
            Each delivery is attempted up to eight times within a day. After three days without a success, the
            webhook is paused.
          </Banner>
        )}
        <Section title="Events" action={<WebhookState webhook={webhook} />}>
          <ul className="grid gap-x-6 gap-y-1 px-(--inset) pt-4 pb-5 sm:grid-cols-2">
            {webhook.events.map((event) => (
              <li key={event}>{webhookEvents[event]}</li>
            ))}
          </ul>
        </Section>
        <DeliveryList webhook={webhook} />
      </div>
      {openDialog === "edit" && <WebhookDialog webhook={webhook} onClose={close} />}
      <ConfirmDialog
        isOpen={openDialog === "rotate"}
        onClose={close}
        title="Rotate the secret?"
        description="The current secret stops working immediately. Your endpoint will reject deliveries until you update it."
        confirmLabel="Rotate Secret"
        busyLabel="Rotating..."
        isBusy={rotate.isPending}
        onConfirm={() =>
          rotate.mutate(webhook, {
            onSuccess: (updatedWebhook) => setSecret(updatedWebhook.secret),
            onSettled: close,
          })
        }
      />
      <ConfirmDialog
        isOpen={openDialog === "delete"}
        onClose={close}
        title="Delete this webhook?"
        description="It will stop receiving events and its delivery history will be deleted."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        isBusy={remove.isPending}
        isDestructive
        onConfirm={() => remove.mutate(webhook, { onSuccess: () => navigate(webhooksPath), onError: close })}
      />
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}
