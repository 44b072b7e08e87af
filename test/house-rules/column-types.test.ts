import type { Selectable } from "kysely";
import { expectTypeOf, test } from "vitest";
import type { DocumentType, ScanState, Visibility } from "#domains/documents/types.ts";
import type { ImportKindName } from "#domains/imports/import-kinds.ts";
import type { LeaseState } from "#domains/leases/states.ts";
import type { Account, EntryKind, LedgerChargeKind } from "#domains/ledger/accounts.ts";
import type { PaymentMethod } from "#domains/payments/methods.ts";
import type { PropertyType } from "#domains/properties/property-types.ts";
import type { UnitStatus } from "#domains/properties/unit-statuses.ts";
import type { UnitType } from "#domains/properties/unit-types.ts";
import type { AppointmentState } from "#domains/work-orders/appointment.ts";
import type { Category } from "#domains/work-orders/categories.ts";
import type { ActionType, PhotoLabel } from "#domains/work-orders/contract.ts";
import type { Priority } from "#domains/work-orders/priorities.ts";
import type { Status } from "#domains/work-orders/status.ts";
import type { PauseReason } from "#domains/work-orders/work.ts";
import type { Tables } from "#server/db/tables.ts";
import type { ImageType } from "#shared/images.ts";
import type { Role } from "#shared/roles.ts";

/** The values of a column, without null. */
type Column<Table extends keyof Tables, Name extends keyof Tables[Table]> = NonNullable<
  Selectable<Tables[Table]>[Name & keyof Selectable<Tables[Table]>]
>;

test("check constraints and domains allow the same values as the types in the code", () => {
  expectTypeOf<Column<"dispatch_rules", "category">>().toEqualTypeOf<Category>();
  expectTypeOf<Column<"dispatch_rules", "priorities">>().toEqualTypeOf<Priority[]>();
  expectTypeOf<Column<"documents", "type">>().toEqualTypeOf<DocumentType>();
  expectTypeOf<Column<"documents", "visibility">>().toEqualTypeOf<Visibility>();
  expectTypeOf<Column<"document_files", "scan">>().toEqualTypeOf<ScanState>();
  expectTypeOf<Column<"imports", "kind">>().toEqualTypeOf<ImportKindName>();
  expectTypeOf<Column<"invitations", "role">>().toEqualTypeOf<Role>();
  expectTypeOf<Column<"leases", "state">>().toEqualTypeOf<LeaseState>();
  expectTypeOf<Column<"ledger_entries", "kind">>().toEqualTypeOf<EntryKind>();
  expectTypeOf<Column<"ledger_postings", "account">>().toEqualTypeOf<Account>();
  expectTypeOf<Column<"organization", "two_factor_roles">>().toEqualTypeOf<Role[]>();
  expectTypeOf<Column<"payments", "method">>().toEqualTypeOf<PaymentMethod>();
  expectTypeOf<Column<"properties", "type">>().toEqualTypeOf<PropertyType>();
  expectTypeOf<Column<"properties", "image_media_type">>().toEqualTypeOf<ImageType>();
  expectTypeOf<Column<"receivables", "charge_kind">>().toEqualTypeOf<LedgerChargeKind>();
  expectTypeOf<Column<"units", "status">>().toEqualTypeOf<UnitStatus>();
  expectTypeOf<Column<"units", "type">>().toEqualTypeOf<UnitType>();
  expectTypeOf<Column<"users", "role">>().toEqualTypeOf<Role>();
  expectTypeOf<Column<"work_orders", "category">>().toEqualTypeOf<Category>();
  expectTypeOf<Column<"work_orders", "pause_reason">>().toEqualTypeOf<PauseReason>();
  expectTypeOf<Column<"work_orders", "priority">>().toEqualTypeOf<Priority>();
  expectTypeOf<Column<"work_orders", "status">>().toEqualTypeOf<Status>();
  expectTypeOf<Column<"work_order_activity", "action_type">>().toEqualTypeOf<ActionType>();
  expectTypeOf<Column<"work_order_activity", "user_role">>().toEqualTypeOf<Role>();
  expectTypeOf<Column<"work_order_appointments", "state">>().toEqualTypeOf<AppointmentState>();
  expectTypeOf<Column<"work_order_images", "label">>().toEqualTypeOf<PhotoLabel>();
});
