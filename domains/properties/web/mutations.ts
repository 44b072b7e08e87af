import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BodyOf, SentBodyOf } from "#shared/http/endpoint.ts";
import { ApiError, call, toUserMessage } from "#web/api-client.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { deletionMutation } from "#web/query-client.ts";
import { refetch, useRefetch } from "#web/refetch.ts";
import { readSavedSession } from "#web/session/saved-session.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import {
  createProperty,
  createUnit,
  createUnits,
  deleteProperty,
  deleteUnit,
  editProperty,
  editUnit,
  type NewUnit,
  type PropertyDetails,
  propertyDetails,
  removePhoto,
  setPhoto,
  type UnitDetails,
  unitDetails,
} from "../contract.ts";
import { propertyQuery, unitQuery } from "./queries.ts";
import { propertyKeys } from "./query-keys.ts";

const showErrorToast = (description: string, title = "Error") =>
  toast({ title, description, variant: "destructive" });

/** Whether the session has ended or was removed before saving (APR-16, AUN-14). */
const isSignedOut = (error: unknown) =>
  error instanceof SignedOutError || (error instanceof ApiError && error.status === 401);
class SignedOutError extends Error {}
function requireSession(): void {
  if (readSavedSession() === null) throw new SignedOutError();
}

/** APR-15 to APR-17, APR-20. */
export function useAddProperty(onAdded: (property: PropertyDetails) => void) {
  const refetchProperties = useRefetch(propertyKeys.all);
  return useMutation({
    mutationFn: async (request: { body: SentBodyOf<typeof createProperty>; idempotencyKey: string }) => {
      requireSession();
      return call(createProperty, request);
    },
    onSuccess: (property) => {
      toast({ title: "Property Added", description: "The property has been added successfully." });
      onAdded(property);
      void refetchProperties();
    },
    onError: (error) =>
      isSignedOut(error)
        ? showErrorToast("You must be logged in to add a property", "Authentication Required")
        : showErrorToast("Failed to add property. Please try again."),
  });
}

/** AUN-13 to AUN-15, AUN-19. */
export function useAddUnit(onAdded: (unit: UnitDetails) => void) {
  const refetchProperties = useRefetch(propertyKeys.all);
  return useMutation({
    mutationFn: async (request: { body: NewUnit; idempotencyKey: string }) => {
      requireSession();
      return call(createUnit, request);
    },
    onSuccess: (unit) => {
      toast({ title: "Unit Added", description: "The unit has been added successfully." });
      onAdded(unit);
      void refetchProperties();
    },
    onError: (error) =>
      isSignedOut(error)
        ? showErrorToast("You must be logged in to add a unit", "Authentication Required")
        : showErrorToast("Failed to add unit. Please try again."),
  });
}

export function useAddUnits(propertyId: number, onAdded: () => void) {
  const refetchProperties = useRefetch(propertyKeys.all);
  return useMutation({
    mutationFn: async (request: { body: BodyOf<typeof createUnits>; idempotencyKey: string }) => {
      requireSession();
      return call(createUnits, { params: { id: propertyId }, ...request });
    },
    onSuccess: ({ length }) => {
      toast({
        title: "Units Added",
        description:
          length === 1
            ? "1 unit has been added successfully."
            : `${length} units have been added successfully.`,
      });
      onAdded();
      void refetchProperties();
    },
    onError: (error) => {
      if (isSignedOut(error)) showErrorToast("You must be logged in to add units", "Authentication Required");
    },
  });
}

export function useEditProperty(onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: { id: number; version: number; body: SentBodyOf<typeof editProperty> }) =>
      call(editProperty, { params: { id: request.id }, body: request.body, version: request.version }),
    onSuccess: (property) => {
      queryClient.setQueryData(propertyQuery(property.id).queryKey, property);
      toast({ title: "Property Updated", description: "The property has been updated successfully." });
      onSaved();
      void refetch(queryClient, propertyKeys.all);
    },
    onError: (error) => {
      if (getCurrentRecord(propertyDetails, error) === undefined) showErrorToast(toUserMessage(error));
    },
  });
}

export function useDeleteProperty(onDeleted: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    ...deletionMutation,
    mutationFn: ({ id, version }: { id: number; version: number }) =>
      call(deleteProperty, { params: { id }, version }),
    onSuccess: (_, { id }) => {
      toast({ title: "Property Deleted", description: "The property has been deleted." });
      onDeleted();
      queryClient.removeQueries({ queryKey: propertyQuery(id).queryKey });
      void refetch(queryClient, propertyKeys.lists);
    },
  });
}

export function useChangePhoto(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (photo: File | null) => {
      if (photo === null) return call(removePhoto, { params: { id } });
      const body = new FormData();
      body.append(setPhoto.files.name, photo, photo.name);
      return call(setPhoto, { params: { id }, body });
    },
    onSuccess: (property, photo) => {
      queryClient.setQueryData(propertyQuery(id).queryKey, property);
      toast(
        photo === null
          ? { title: "Photo Removed", description: "The default photo is shown instead." }
          : { title: "Photo Saved", description: "Everyone at the property can see it now." },
      );
      void refetch(queryClient, propertyKeys.lists);
    },
    onError: (error) => showErrorToast(toUserMessage(error)),
  });
}

export function useEditUnit(onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: { id: number; version: number; body: SentBodyOf<typeof editUnit> }) =>
      call(editUnit, { params: { id: request.id }, body: request.body, version: request.version }),
    onSuccess: (unit) => {
      queryClient.setQueryData(unitQuery(unit.id).queryKey, unit);
      toast({ title: "Unit Updated", description: "The unit has been updated successfully." });
      onSaved();
      void refetch(queryClient, propertyKeys.all);
    },
    onError: (error) => {
      if (getCurrentRecord(unitDetails, error) === undefined) showErrorToast(toUserMessage(error));
    },
  });
}

export function useDeleteUnit(onDeleted: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    ...deletionMutation,
    mutationFn: ({ id, version }: UnitDetails) => call(deleteUnit, { params: { id }, version }),
    onSuccess: (_, unit) => {
      toast({ title: "Unit Deleted", description: "The unit has been deleted." });
      onDeleted();
      queryClient.removeQueries({ queryKey: unitQuery(unit.id).queryKey });
      void refetch(queryClient, propertyKeys.all);
    },
  });
}
