import { useMutation } from "@tanstack/react-query";
import { ledgerKeys } from "#domains/ledger/web/query-keys.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call, toUserMessage } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { sendForm } from "#web/send-form.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { addQuestionFile, answerQuestion, askQuestion } from "../../questions-contract.ts";
import { reconciliationKeys } from "../query-keys.ts";

/** Adds the files to a question one after another. The server keeps a file that is sent twice once. */
async function sendFiles(id: number, files: readonly File[]): Promise<void> {
  for (const file of files) {
    const form = new FormData();
    form.append(addQuestionFile.files.name, file, file.name);
    await sendForm(addQuestionFile, { params: { id }, form, onProgress: () => undefined });
  }
}

interface QuestionToSend {
  body: SentBodyOf<typeof askQuestion>;
  files: readonly File[];
}

/** The dialog displays errors. If a file can't be added, the question stays, and the file can be added to it again. */
export const useAskQuestion = (leaseId: number, year: number, onAsked: () => void) =>
  useMutation({
    mutationFn: async ({ body, files }: QuestionToSend) => {
      const { id } = await call(askQuestion, { params: { id: leaseId, year: String(year) }, body });
      return sendFiles(id, files).catch((error: unknown) => toUserMessage(error));
    },
    onSuccess: (fileError) => {
      if (fileError === undefined)
        toast({ title: "Question Sent", description: "Your property manager is notified." });
      else
        toast({
          title: "Question Sent Without Its Files",
          description: `${fileError} Add them to your question again.`,
          variant: "destructive",
        });
      onAsked();
    },
    onSettled: useRefetch(reconciliationKeys.all),
  });

interface AnswerToSend {
  body: SentBodyOf<typeof answerQuestion>;
  files: readonly File[];
}

/** The dialog displays errors. The files are added first, because an answered question takes no more. */
export const useAnswerQuestion = (id: number, onAnswered: () => void) =>
  useMutation({
    mutationFn: async ({ body, files }: AnswerToSend) => {
      await sendFiles(id, files);
      return call(answerQuestion, { params: { id }, body });
    },
    onSuccess: ({ creditCents }) => {
      toast({
        title: "Answer Sent",
        description:
          creditCents === null
            ? "The tenants are notified."
            : "The tenants are notified, and the lease is credited.",
      });
      onAnswered();
    },
    onSettled: useRefetch(reconciliationKeys.all, ledgerKeys.amounts),
  });

export const useAddFiles = (id: number) =>
  useMutation({
    mutationFn: (files: readonly File[]) => sendFiles(id, files),
    onSuccess: () => toast({ title: "File Added" }),
    onError: toastError,
    onSettled: useRefetch(reconciliationKeys.all),
  });
