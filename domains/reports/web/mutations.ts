import { useMutation } from "@tanstack/react-query";
import { useSendsEmails } from "#domains/accounts/web/sign-in/no-emails.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import {
  deleteSavedReport,
  removeReportSchedule,
  type SavedReport,
  saveReport,
  setReportSchedule,
  updateSavedReport,
} from "../saved-reports-contract.ts";
import { describeSchedule } from "./describe-schedule.ts";
import { reportKeys } from "./query-keys.ts";

interface MutationOptions<Input, Output> {
  change: (input: Input) => Promise<Output>;
  describe: (output: Output, input: Input) => { title: string; description: string };
  onDone?: ((output: Output) => void) | undefined;
  /** Shows a toast by default. */
  onFailed?: (error: unknown) => void;
}

/** Refetches the saved reports before the change counts as done. */
function useReportMutation<Input, Output>(options: MutationOptions<Input, Output>) {
  const { change, describe, onDone, onFailed = toastError } = options;
  const refetchSaved = useRefetch(reportKeys.saved);
  return useMutation({
    mutationFn: async (input: Input) => {
      const output = await change(input);
      await refetchSaved();
      return output;
    },
    onSuccess: (output, input) => {
      toast(describe(output, input));
      onDone?.(output);
    },
    onError: onFailed,
  });
}

/** The form shows the error, so there's no toast. */
const showInForm = () => undefined;

export const useSaveReport = (onDone: (saved: SavedReport) => void) =>
  useReportMutation({
    change: (body: SentBodyOf<typeof saveReport>) => call(saveReport, { body }),
    describe: ({ name, isShared }) => ({
      title: "Report Saved",
      description: isShared
        ? `“${name}” is available to the managers who can open it.`
        : `“${name}” was added to your saved reports.`,
    }),
    onDone,
    onFailed: showInForm,
  });

export const useEditSavedReport = ({ id }: Pick<SavedReport, "id">, onDone?: () => void) =>
  useReportMutation({
    change: (body: SentBodyOf<typeof updateSavedReport>) => call(updateSavedReport, { params: { id }, body }),
    describe: ({ name }) => ({ title: "Saved Report Updated", description: `“${name}” was changed.` }),
    onDone,
    ...(onDone !== undefined && { onFailed: showInForm }),
  });

export const useDeleteSavedReport = (onDone: () => void) =>
  useReportMutation({
    change: ({ id }: SavedReport) => call(deleteSavedReport, { params: { id } }),
    describe: (_, { name }) => ({ title: "Saved Report Deleted", description: `“${name}” was deleted.` }),
    onDone,
  });

export const useScheduleReport = ({ id }: Pick<SavedReport, "id">, onDone: () => void) => {
  const sendsEmails = useSendsEmails();
  return useReportMutation({
    change: (body: SentBodyOf<typeof setReportSchedule>) => call(setReportSchedule, { params: { id }, body }),
    describe: ({ name, schedule }) => ({
      title: "Report Scheduled",
      description: sendsEmails
        ? `“${name}” is sent ${schedule === null ? "on schedule" : describeSchedule(schedule)}.`
        : `“${name}” can't be sent until a mail server is set up.`,
    }),
    onDone,
    onFailed: showInForm,
  });
};

export const useStopSchedule = () =>
  useReportMutation({
    change: ({ id }: SavedReport) => call(removeReportSchedule, { params: { id } }),
    describe: ({ name }) => ({ title: "Schedule Stopped", description: `“${name}” is no longer sent.` }),
  });
