import { useMutation } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { toast } from "#web/ui/toast.tsx";
import { useRefetch } from "#web/use-refetch.ts";
import {
  createWebhook,
  type Delivery,
  deleteWebhook,
  editWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  rotateSecret,
  testWebhook,
  type Webhook,
} from "../contract.ts";

/** The mutations of webhooks, with the texts of their toasts. */

const useRefresh = () => useRefetch(listWebhooks, listDeliveries);

/** The form shows errors, and the secret. */
export const useCreateWebhook = () =>
  useMutation({
    mutationFn: (body: SentBodyOf<typeof createWebhook>) => call(createWebhook, { body }),
    onSettled: useRefresh(),
  });

/** The form shows errors. */
export const useEditWebhook = () =>
  useMutation({
    mutationFn: ({
      webhook: { id, version },
      changes,
    }: {
      webhook: Webhook;
      changes: SentBodyOf<typeof editWebhook>;
    }) => call(editWebhook, { params: { id }, body: changes, version }),
    onSettled: useRefresh(),
  });

export const useSetState = () =>
  useMutation({
    mutationFn: ({ id, version, state }: Webhook) =>
      call(editWebhook, {
        params: { id },
        body: { state: state === "active" ? "paused" : "active" },
        version,
      }),
    onSuccess: ({ state }) =>
      toast(
        state === "active"
          ? { title: "Webhook Resumed", description: "It is told of events from now on." }
          : { title: "Webhook Paused", description: "It is told of nothing until it is resumed." },
      ),
    onError: toastFailure,
    onSettled: useRefresh(),
  });

/** The dialog shows the secret. */
export const useRotateSecret = () =>
  useMutation({
    mutationFn: ({ id }: Webhook) => call(rotateSecret, { params: { id } }),
    onError: toastFailure,
  });

export const useDeleteWebhook = () => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: Webhook) => call(deleteWebhook, { params: { id } }),
    onSuccess: () => {
      toast({ title: "Webhook Deleted", description: "Its deliveries are deleted with it." });
      void refresh();
    },
    onError: toastFailure,
  });
};

const queued = () => toast({ title: "Delivery Queued", description: "Its result appears in a moment." });

export const useTestWebhook = () =>
  useMutation({
    mutationFn: ({ id }: Webhook) => call(testWebhook, { params: { id } }),
    onSuccess: queued,
    onError: toastFailure,
    onSettled: useRefresh(),
  });

export const useReplay = () =>
  useMutation({
    mutationFn: ({ id }: Delivery) => call(replayDelivery, { params: { id } }),
    onSuccess: queued,
    onError: toastFailure,
    onSettled: useRefresh(),
  });
