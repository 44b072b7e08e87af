import { useMutation } from "@tanstack/react-query";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { sendForm } from "#web/send-form.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import {
  createCategory,
  createPool,
  deletePool,
  editCategory,
  editPool,
  type Pool,
  setPoolYear,
} from "../categories-contract.ts";
import { type Bill, createBill, editBill, storeBillFile, voidBill } from "../contract.ts";
import { createVendor, editVendor } from "../vendors-contract.ts";
import { expenseKeys } from "./query-keys.ts";

interface Edit<Body> {
  id: number;
  version: number;
  body: Body;
}

/** The form displays errors. */
export const useCreateVendor = (onCreated: () => void) =>
  useMutation({
    mutationFn: (body: SentBodyOf<typeof createVendor>) => call(createVendor, { body }),
    onSuccess: ({ name }) => {
      toast({ title: "Vendor Added", description: `You can now enter bills from ${name}.` });
      onCreated();
    },
    onSettled: useRefetch(expenseKeys.all),
  });

/** The form displays errors. */
export const useEditVendor = (onSaved: () => void) =>
  useMutation({
    mutationFn: ({ id, version, body }: Edit<SentBodyOf<typeof editVendor>>) =>
      call(editVendor, { params: { id }, body, version }),
    onSuccess: () => {
      toast({ title: "Vendor Updated", description: "Your changes have been saved." });
      onSaved();
    },
    onSettled: useRefetch(expenseKeys.all),
  });

/** The form displays errors. */
export const useCreateCategory = (onCreated: () => void) =>
  useMutation({
    mutationFn: (body: SentBodyOf<typeof createCategory>) => call(createCategory, { body }),
    onSuccess: ({ name }) => {
      toast({ title: "Category Added", description: `New bills can now use ${name}.` });
      onCreated();
    },
    onSettled: useRefetch(expenseKeys.all),
  });

/** The form displays errors. */
export const useEditCategory = (onSaved: () => void) =>
  useMutation({
    mutationFn: ({ id, version, body }: Edit<SentBodyOf<typeof editCategory>>) =>
      call(editCategory, { params: { id }, body, version }),
    onSuccess: () => {
      toast({ title: "Category Updated", description: "Your changes have been saved." });
      onSaved();
    },
    onSettled: useRefetch(expenseKeys.all),
  });

/** Adds a pool, or changes `pool` if there is one. The form displays errors. */
export const useSavePool = (pool: Pool | undefined, onSaved: () => void) =>
  useMutation({
    mutationFn: ({ body, version }: { body: SentBodyOf<typeof createPool>; version?: number }) =>
      pool === undefined
        ? call(createPool, { body })
        : call(editPool, { params: { id: pool.id }, body, version }),
    onSuccess: ({ name }) => {
      toast({ title: "Pool Saved", description: `Categories can be in ${name}.` });
      onSaved();
    },
    onSettled: useRefetch(expenseKeys.all),
  });

export const useDeletePool = () =>
  useMutation({
    mutationFn: ({ id }: Pool) => call(deletePool, { params: { id } }),
    onSuccess: () => toast({ title: "Pool Deleted", description: "No categories were in it." }),
    onError: toastError,
    onSettled: useRefetch(expenseKeys.all),
  });

export const useSetPoolYear = (propertyId: number) =>
  useMutation({
    mutationFn: ({ poolId, startMonth }: { poolId: number; startMonth: number }) =>
      call(setPoolYear, { params: { id: propertyId, poolId }, body: { startMonth } }),
    onSuccess: () => toast({ title: "Pool Year Saved", description: "It applies to this property." }),
    onError: toastError,
    onSettled: useRefetch(expenseKeys.all),
  });

const describeBill = ({ vendor, totalCents }: Bill) => `${vendor.name}, ${formatCents(toCents(totalCents))}`;

/** The form displays errors. */
export const useCreateBill = (onCreated: (bill: Bill) => void) =>
  useMutation({
    mutationFn: ({ body, key }: { body: SentBodyOf<typeof createBill>; key: string }) =>
      call(createBill, { body, idempotencyKey: key }),
    onSuccess: (bill) => {
      toast({ title: "Bill Added", description: describeBill(bill) });
      onCreated(bill);
    },
    onSettled: useRefetch(expenseKeys.all),
  });

/** The form displays errors. */
export const useEditBill = (onSaved: () => void) =>
  useMutation({
    mutationFn: ({ id, version, body }: Edit<SentBodyOf<typeof editBill>>) =>
      call(editBill, { params: { id }, body, version }),
    onSuccess: (bill) => {
      toast({ title: "Bill Updated", description: describeBill(bill) });
      onSaved();
    },
    onSettled: useRefetch(expenseKeys.all),
  });

/** The dialog displays errors. */
export const useVoidBill = (onVoided: () => void) =>
  useMutation({
    mutationFn: ({ id, version, body }: Edit<SentBodyOf<typeof voidBill>>) =>
      call(voidBill, { params: { id }, body, version }),
    onSuccess: () => {
      toast({ title: "Bill Voided", description: "It no longer counts in any total." });
      onVoided();
    },
    onSettled: useRefetch(expenseKeys.all),
  });

export const useStoreBillFile = (id: number) =>
  useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append("file", file, file.name);
      return sendForm(storeBillFile, { params: { id }, form, onProgress: () => undefined });
    },
    onSuccess: ({ file }) => toast({ title: "File Added", description: file?.name ?? "" }),
    onError: toastError,
    onSettled: useRefetch(expenseKeys.all),
  });
