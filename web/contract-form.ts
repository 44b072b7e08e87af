import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormProps,
  useForm,
} from "react-hook-form";
import type * as z from "zod/mini";

/**
 * A form whose values are what `shape` takes, such as the body of a call; they are checked by it before they are sent.
 * The values may be wider than the shape: an amount not typed yet is null and a choice not made yet is "", which the shape
 * refuses with its message.
 */
export const useContractForm = <Values extends FieldValues, Checked extends FieldValues>(
  shape: z.ZodMiniType<Checked, FieldValues>,
  defaultValues: Values,
  options: Pick<UseFormProps, "mode"> = {},
) =>
  useForm<Values, unknown, Checked>({
    ...options,
    // The resolver's own type expects values that the shape already accepts.
    resolver: standardSchemaResolver(shape) as unknown as Resolver<Values, unknown, Checked>,
    defaultValues: defaultValues as DefaultValues<Values>,
  });
