import { useMutation } from "@tanstack/react-query";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import {
  createWebhook,
  type Delivery,
  deleteWebhook,
  editWebhook,
  replayDelivery,
  rotateSecret,
  testWebhook,
  type Webhook,
} from "../contract.ts";
import { webhookKeys } from "./query-keys.ts";

/** The form shows errors and the secret. */
export const useCreateWebhook = () =>
  useMutation({
    mutationFn: (body: SentBodyOf<typeof createWebhook>) => call(createWebhook, { body }),
    onSettled: useRefetch(webhookKeys.all),
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
    onSettled: useRefetch(webhookKeys.all),
  });

export const useToggleWebhook = () =>
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
          ? { title: "Webhook Resumed", description: "It will receive events again." }
          : { title: "Webhook Paused", description: "It won't receive events until you resume it." },
      ),
    onError: toastError,
    onSettled: useRefetch(webhookKeys.all),
  });

/** The dialog shows the secret. */
export const useRotateSecret = () =>
  useMutation({
    mutationFn: ({ id }: Webhook) => call(rotateSecret, { params: { id } }),
    onError: toastError,
  });

export const useDeleteWebhook = () => {
  const refresh = useRefetch(webhookKeys.all);
  return useMutation({
    mutationFn: ({ id }: Webhook) => call(deleteWebhook, { params: { id } }),
    onSuccess: () => {
      toast({ title: "Webhook Deleted", description: "Its delivery history was deleted too." });
      void refresh();
    },
    onError: toastError,
  });
};

const showQueuedToast = () =>
  toast({ title: "Delivery Queued", description: "The result will appear in a moment." });

export const useTestWebhook = () =>
  useMutation({
    mutationFn: ({ id }: Webhook) => call(testWebhook, { params: { id } }),
    onSuccess: showQueuedToast,
    onError: toastError,
    onSettled: useRefetch(webhookKeys.all),
  });

export const useRedeliver = () =>
  useMutation({
    mutationFn: ({ id }: Delivery) => call(replayDelivery, { params: { id } }),
    onSuccess: showQueuedToast,
    onError: toastError,
    onSettled: useRefetch(webhookKeys.all),
  });
