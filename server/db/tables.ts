// Written by `npm run schema` from the migrations; do not edit.
import type { Generated, GeneratedAlways } from "kysely";

export interface AcceptedFindingsTable {
  property_id: number;
  year: number;
  key: string;
  sentence: string;
  cents: number | null;
  reason: string;
  accepted_by_id: number;
  accepted_at: Date;
}

export interface AccessScopesTable {
  user_id: number | null;
  effective_role: string | null;
  everywhere: boolean | null;
  property_ids: number[] | null;
  lease_ids: number[] | null;
  leased_property_ids: number[] | null;
}

export interface AllocationsTable {
  id: Generated<number>;
  property_id: number;
  lease_id: number;
  credit_id: number;
  charge_id: number;
  amount_cents: number;
  on_day: string;
  reason: Generated<string>;
  made_by_id: number | null;
  made_at: Generated<Date>;
}

export interface ApiTokensTable {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  token_hash: Buffer;
  scopes: string[];
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
}

export interface AuditLogTable {
  id: GeneratedAlways<number>;
  at: Generated<Date>;
  actor_id: number | null;
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: string;
  property_id: number | null;
  network_address: Generated<string>;
  request_id: Generated<string>;
  details: Generated<unknown>;
  words: GeneratedAlways<string>;
}

export interface AuthenticatorAppsTable {
  user_id: number;
  secret: Buffer;
  prepared_at: Date;
  confirmed_at: Date | null;
  last_step: Generated<number>;
  next_secret: Buffer | null;
  next_prepared_at: Date | null;
}

export interface BankDepositsTable {
  id: Generated<number>;
  deposited_on: string;
  slip_cents: number | null;
  note: Generated<string>;
  created_by_id: number;
  created_at: Date;
}

export interface BankLinesTable {
  id: Generated<number>;
  digest: Buffer;
  account_last_four: string;
  payment_id: number | null;
  bank_deposit_id: number | null;
  set_aside_reason: string | null;
  made_by_id: number;
  made_at: Date;
}

export interface BillLinesTable {
  bill_id: number;
  position: number;
  property_id: number;
  category_id: number;
  amount_cents: number;
  memo: Generated<string>;
}

export interface BillsTable {
  id: Generated<number>;
  property_id: number;
  vendor_id: number;
  number: string;
  billed_on: string;
  service_from: string;
  service_to: string;
  due_on: string;
  paid_on: string | null;
  work_order_id: number | null;
  total_cents: Generated<number>;
  file_key: string | null;
  file_name: string | null;
  file_type: string | null;
  file_bytes: number | null;
  file_sha256: Buffer | null;
  voided_at: Date | null;
  voided_by_id: number | null;
  void_reason: string | null;
  created_by_id: number;
  created_at: Date;
  version: Generated<number>;
  words: GeneratedAlways<string>;
}

export interface BudgetYearsTable {
  property_id: number;
  year: number;
  version: Generated<number>;
}

export interface BudgetsTable {
  id: Generated<number>;
  property_id: number;
  year: number;
  category_id: number;
  month: number;
  amount_cents: number;
}

export interface ClosedMonthsTable {
  id: Generated<number>;
  property_id: number;
  month: string;
  closed_by_id: number;
  closed_at: Date;
  reopened_by_id: number | null;
  reopened_at: Date | null;
  reopen_reason: string | null;
}

export interface ClosedReconciliationsTable {
  id: Generated<number>;
  property_id: number;
  year: number;
  closed_by_id: number;
  closed_at: Date;
  reopened_by_id: number | null;
  reopened_at: Date | null;
  reopen_reason: string | null;
}

export interface CompaniesTable {
  id: Generated<number>;
  name: string;
  contact_email: string | null;
  contact_phone: string | null;
  created_by_id: number | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  words: GeneratedAlways<string | null>;
}

export interface CurrentLeaseMembersTable {
  user_id: number | null;
  lease_id: number | null;
  property_id: number | null;
}

export interface CurrentLeaseUnitsTable {
  lease_id: number | null;
  unit_id: number | null;
  property_id: number | null;
}

export interface DatabaseMetadataTable {
  name: string;
  value: string;
  recorded_at: Generated<Date>;
}

export interface DefaultViewsTable {
  user_id: number;
  view_id: number;
}

export interface DispatchRulesTable {
  id: Generated<number>;
  name: string;
  position: number;
  property_id: number | null;
  landlord_id: number | null;
  is_for_all: GeneratedAlways<boolean>;
  category:
    | "Electrical"
    | "Plumbing"
    | "HVAC"
    | "Structural"
    | "Maintenance"
    | "Other"
    | "General"
    | "Cleaning"
    | "Security"
    | null;
  priorities: ("low" | "medium" | "high" | "urgent")[] | null;
  assignee_id: number | null;
  team_id: number | null;
  is_on: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<Date>;
}

export interface DisputesTable {
  id: Generated<number>;
  property_id: number;
  lease_id: number;
  payment_id: number;
  reference: string;
  amount_cents: number;
  reason: string;
  state: string;
  respond_by: Date | null;
  entry_id: number | null;
  opened_at: Date;
  changed_at: Date;
}

export interface DocumentDownloadsTable {
  id: Generated<number>;
  document_id: number;
  property_id: number;
  number: number;
  user_id: number;
  kind: "preview" | "download";
  at: Date;
  network_address: string;
}

export interface DocumentFilesTable {
  id: Generated<number>;
  document_id: number;
  property_id: number;
  number: number;
  file_key: string;
  name: string;
  media_type: string;
  bytes: number;
  sha256: Buffer;
  uploaded_by_id: number;
  uploaded_at: Date;
  restored_from: number | null;
  scan: "waiting" | "clean" | "infected" | "unscanned";
  scan_started_at: Date | null;
  text_attempts_left: Generated<number>;
}

export interface DocumentRemindersTable {
  document_id: number;
  property_id: number;
  expires_on: string;
  days_before: number;
  sent_at: Date;
}

export interface DocumentsTable {
  id: Generated<number>;
  property_id: number;
  unit_id: number | null;
  lease_id: number | null;
  visibility: "building" | "lease" | "staff";
  title: string;
  type: "Lease" | "Addendum" | "Maintenance" | "Contract" | "Insurance" | "Other";
  expires_on: string | null;
  created_by_id: number;
  created_at: Date;
  version: Generated<number>;
  current_number: Generated<number>;
  trashed_at: Date | null;
  trashed_by_id: number | null;
  text: string | null;
  title_words: GeneratedAlways<string>;
  words: GeneratedAlways<string>;
}

export interface EmailAttachmentsTable {
  email_id: number;
  position: number;
  file_name: string;
  media_type: string;
  content: Buffer | null;
}

export interface EmailsTable {
  id: GeneratedAlways<number>;
  to_address: string;
  to_user_id: number | null;
  template: string;
  subject: string;
  text_body: string;
  html_body: string;
  one_time_link: string | null;
  one_time_code: string | null;
  secrets_removed: Generated<boolean>;
  unsubscribe_path: string | null;
  state: Generated<"queued" | "retrying" | "sent" | "stored" | "failed">;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  last_error: string | null;
  created_at: Generated<Date>;
  sent_at: Date | null;
}

export interface ExpenseCategoriesTable {
  id: Generated<number>;
  name: string;
  account_code: Generated<string>;
  pool_id: number | null;
  is_recoverable: boolean;
  is_controllable: boolean;
  varies_with_occupancy: boolean;
  is_capital: boolean;
  archived_at: Date | null;
  version: Generated<number>;
}

export interface ExpensePoolsTable {
  id: Generated<number>;
  name: string;
  estimate_kind: "common-area" | "utilities" | "other";
  position: number;
  version: Generated<number>;
}

export interface ExportPartsTable {
  export_id: number;
  position: number;
  file_key: string;
  bytes: number;
}

export interface ExportsTable {
  id: Generated<number>;
  state: Generated<"queued" | "running" | "done" | "failed" | "expired">;
  table_count: Generated<number>;
  tables_done: Generated<number>;
  file_count: Generated<number>;
  files_done: Generated<number>;
  bytes: Generated<number>;
  message: string | null;
  created_by_id: number;
  created_at: Date;
  last_progress_at: Generated<Date>;
  finished_at: Date | null;
}

export interface FailedDebitsTable {
  id: Generated<number>;
  property_id: number;
  lease_id: number;
  intent_id: number;
  payer_id: number;
  description: string;
  amount_cents: number;
  problem: string;
  failed_on: string;
  failed_at: Date;
  words: GeneratedAlways<string>;
}

export interface IdempotentResponsesTable {
  scope: string;
  key: string;
  request_hash: Buffer;
  access_scope: unknown;
  response: unknown;
  created_at: Generated<Date>;
}

export interface ImportErrorsTable {
  id: GeneratedAlways<number>;
  import_id: number;
  line: number;
  column_name: string | null;
  message: string;
  is_of_row: boolean;
  cause_line: number | null;
}

export interface ImportFileRowsTable {
  import_id: number;
  line: number;
  cells: unknown;
  corrections: Generated<unknown>;
  skip_reason: string | null;
  row_line: number | null;
}

export interface ImportMatchesTable {
  kind: string;
  fingerprint: string;
  columns: unknown;
  saved_by_id: number;
  saved_at: Generated<Date>;
}

export interface ImportRecordsTable {
  import_id: number;
  type:
    | "property"
    | "unit"
    | "company"
    | "lease"
    | "invitation"
    | "entry"
    | "vendor"
    | "bill"
    | "budget"
    | "recovery-history";
  record_id: number;
  version: number | null;
}

export interface ImportRowsTable {
  import_id: number;
  line: number;
  content: unknown;
  property_id: number | null;
  lease_id: number | null;
}

export interface ImportsTable {
  id: Generated<number>;
  kind:
    | "properties"
    | "units"
    | "people"
    | "leases"
    | "rent-roll"
    | "opening-balances"
    | "vendors"
    | "bills"
    | "budgets"
    | "recovery-history";
  file_name: string;
  state: Generated<"reading" | "matching" | "checked" | "queued" | "running" | "done" | "undone" | "expired">;
  row_count: Generated<number>;
  bad_row_count: Generated<number>;
  error_count: Generated<number>;
  done_count: Generated<number>;
  skipped_count: Generated<number>;
  layout: unknown;
  message: string | null;
  created_by_id: number;
  created_at: Generated<Date>;
  last_progress_at: Generated<Date>;
  finished_at: Date | null;
}

export interface InvitationPropertiesTable {
  invitation_id: number;
  property_id: number;
}

export interface InvitationsTable {
  id: Generated<number>;
  email: string;
  role: "admin" | "landlord" | "maintenance" | "tenant";
  unit_id: number | null;
  has_all_properties: Generated<boolean>;
  token_hash: Buffer;
  invited_by_id: number;
  email_id: number | null;
  created_at: Generated<Date>;
  expires_at: Date;
  withdrawn_at: Date | null;
  accepted_at: Date | null;
  accepted_by_id: number | null;
  lease_id: number | null;
  without_lease: Generated<boolean>;
}

export interface JournalSetupTable {
  id: Generated<number>;
  accounts: unknown;
  tax_rate: string;
  version: number;
}

export interface LeaseAccountsTable {
  lease_id: number;
  property_id: number;
  balance_cents: Generated<number>;
  deposit_cents: Generated<number>;
  next_post_on: string | null;
  charged_since: string | null;
}

export interface LeaseMembersTable {
  id: Generated<number>;
  lease_id: number;
  property_id: number;
  user_id: number;
  starts_on: string;
  ends_on: string | null;
}

export interface LeaseRemindersTable {
  lease_id: number;
  property_id: number;
  ends_on: string;
  days_before: number;
  sent_at: Date;
}

export interface LeaseTermsTable {
  lease_id: number;
  property_id: number;
  number: number;
  starts_on: string;
  terms: unknown;
  reason: Generated<string>;
  made_by_id: number | null;
  made_at: Generated<Date>;
}

export interface LeaseUnitsTable {
  lease_id: number;
  unit_id: number;
  property_id: number;
  during: string;
  holds: Generated<boolean>;
  has_started: Generated<boolean>;
  has_ended: Generated<boolean>;
}

export interface LeasesTable {
  id: Generated<number>;
  property_id: number;
  company_id: number;
  state: Generated<"draft" | "active" | "notice" | "ended">;
  starts_on: string;
  ends_on: string | null;
  holds_units: GeneratedAlways<boolean>;
  version: Generated<number>;
  created_at: Generated<Date>;
}

export interface LedgerEntriesTable {
  id: Generated<number>;
  property_id: number;
  lease_id: number | null;
  kind:
    | "opening"
    | "charge"
    | "adjustment"
    | "late-fee"
    | "credit"
    | "waiver"
    | "write-off"
    | "payment"
    | "refund"
    | "credit-paid-out"
    | "deposit-received"
    | "deposit-refunded"
    | "deposit-applied"
    | "reversal";
  on_day: string;
  description: string;
  reason: Generated<string>;
  reverses_id: number | null;
  reversal_cause: "returned" | "mistake" | "moved" | null;
  external_reference: string | null;
  made_by_id: number | null;
  made_at: Generated<Date>;
  made_in: Generated<string>;
}

export interface LedgerPostingsTable {
  entry_id: number;
  position: number;
  property_id: number;
  lease_id: number | null;
  account:
    | "receivable"
    | "income-rent"
    | "income-common-area"
    | "income-utilities"
    | "income-parking"
    | "income-storage"
    | "income-other"
    | "income-late-fee"
    | "income-card-fee"
    | "clearing"
    | "bank"
    | "deposits"
    | "write-offs"
    | "opening";
  amount_cents: number;
}

export interface LimitCountsTable {
  key: string;
  window_starts_at: Date;
  count: Generated<number>;
}

export interface NotificationPreferencesTable {
  user_id: number;
  topic: string;
  in_portal: boolean;
  by_email: boolean;
  by_push: boolean;
}

export interface NotificationsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  property_id: number | null;
  work_order_id: number | null;
  document_id: number | null;
  kind: string;
  details: unknown;
  link: string | null;
  in_portal: Generated<boolean>;
  by_email: Generated<boolean>;
  email_id: number | null;
  created_at: Generated<Date>;
  read_at: Date | null;
}

export interface OneTimeTokensTable {
  token_hash: Buffer;
  purpose: "setup" | "confirm-address" | "invitation";
  user_id: number | null;
  created_at: Generated<Date>;
  expires_at: Date;
  used_at: Date | null;
}

export interface OpenLeaseUnitsTable {
  lease_id: number | null;
  unit_id: number | null;
  property_id: number | null;
  holds: boolean | null;
}

export interface OrganizationTable {
  id: Generated<number>;
  name: Generated<string>;
  logo_key: string | null;
  street: Generated<string>;
  city: Generated<string>;
  state: Generated<string>;
  zip: Generated<string>;
  country: Generated<"USA" | "CAN" | "MEX" | "GBR" | "AUS">;
  time_zone: Generated<string>;
  support_email: Generated<string>;
  support_phone: Generated<string>;
  accounting_email: Generated<string>;
  payment_handle: Generated<string>;
  card_fee_basis_points: Generated<number>;
  rent_share_permille: Generated<number>;
  common_area_share_permille: Generated<number>;
  utilities_share_permille: Generated<number>;
  registration_mode: "approval" | "invite" | null;
  document_quota_megabytes: Generated<number>;
  two_factor_roles: Generated<("admin" | "landlord" | "maintenance" | "tenant")[]>;
  version: Generated<number>;
}

export interface OwnerStatementNotesTable {
  property_id: number;
  month: string;
  notes: string;
  version: number;
}

export interface OwnerStatementsTable {
  id: Generated<number>;
  property_id: number;
  month: string;
  number: number;
  reason: string | null;
  notes: string;
  content: unknown;
  document_id: number | null;
  issued_by_id: number;
  issued_at: Date;
}

export interface PaymentConfirmationsTable {
  id: Generated<number>;
  property_id: number;
  lease_id: number;
  user_id: number;
  amount_cents: number;
  description: string;
  method: "zelle" | "bank_transfer" | "check" | "cash" | "other";
  reference: string;
  payment_date: string;
  notes: Generated<string>;
  proof_key: string | null;
  proof_name: string | null;
  proof_type: string | null;
  proof_thumbnail_key: string | null;
  state: Generated<"pending" | "approved" | "rejected" | "withdrawn">;
  reviewed_by_id: number | null;
  reviewed_at: Date | null;
  reason: Generated<string>;
  payment_id: number | null;
  version: Generated<number>;
  created_at: Date;
}

export interface PaymentIntentsTable {
  id: Generated<number>;
  property_id: number;
  lease_id: number;
  user_id: number;
  provider: "stripe" | "sandbox" | null;
  reference: string | null;
  client_secret: string | null;
  request_key: string | null;
  fingerprint: string;
  amount_cents: number;
  fee_basis_points: number;
  fee_cents: number;
  method: Generated<string>;
  description: string;
  charge_ids: Generated<number[]>;
  state: Generated<"open" | "processing" | "succeeded" | "canceled">;
  problem: Generated<string>;
  payment_id: number | null;
  created_at: Date;
  changed_at: Date;
  checked_at: Date;
}

export interface PaymentRemindersTable {
  lease_id: number;
  property_id: number;
  due_on: string;
  days_before: number;
  sent_at: Date;
}

export interface PaymentsTable {
  entry_id: number;
  property_id: number;
  lease_id: number;
  payer_id: number | null;
  receipt_number: number;
  method: "card" | "us_bank_account" | "zelle" | "bank_transfer" | "check" | "cash" | "other";
  description: string;
  reference: Generated<string>;
  brand: Generated<string>;
  last_four: Generated<string>;
  amount_cents: number;
  fee_cents: Generated<number>;
  paid_on: string;
  paid_at: Date;
  bank_deposit_id: number | null;
  reversal_cause: "returned" | "mistake" | "moved" | null;
  refunded_cents: Generated<number>;
  fee_refunded_cents: Generated<number>;
  receipts_emailed: Generated<number>;
  status: GeneratedAlways<string>;
  words: GeneratedAlways<string>;
}

export interface PendingPushesTable {
  subscription_id: number;
  notification_id: number;
}

export interface PostingRunsTable {
  id: Generated<number>;
  started_at: Date;
  last_progress_at: Generated<Date>;
  finished_at: Date | null;
  started_by_id: number | null;
  leases_to_do: number;
  leases_done: Generated<number>;
  leases_failed: Generated<number>;
  failed_lease_ids: Generated<number[]>;
  entries_posted: Generated<number>;
  posted_cents: Generated<number>;
}

export interface PropertiesTable {
  id: Generated<number>;
  name: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  country: Generated<"USA" | "CAN" | "MEX" | "GBR" | "AUS">;
  type: "single" | "multi";
  year_built: number | null;
  mls_number: string | null;
  image_key: string | null;
  image_thumbnail_key: string | null;
  image_media_type: "image/png" | "image/jpeg" | "image/gif" | null;
  time_zone: Generated<string>;
  offers_registration: Generated<boolean>;
  card_fee_basis_points: number | null;
  shares_bill_files: Generated<boolean>;
  access_notes: string | null;
  created_by_id: number | null;
  version: Generated<number>;
  created_at: Generated<Date>;
}

export interface PropertyLandlordsTable {
  property_id: number;
  user_id: number;
}

export interface PropertyMonthsTable {
  property_id: number;
  month: string;
  charged_cents: Generated<number>;
  credited_cents: Generated<number>;
  collected_cents: Generated<number>;
}

export interface PropertyPoolsTable {
  property_id: number;
  pool_id: number;
  period_start_month: number;
}

export interface PropertyStaffTable {
  property_id: number;
  user_id: number;
}

export interface ProviderEventsTable {
  provider: string;
  id: string;
  kind: string;
  reference: string | null;
  received_at: Date;
}

export interface PushSubscriptionsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  session_hash: Buffer;
  endpoint: string;
  p256dh: string;
  auth: string;
  user_agent: Generated<string>;
  created_at: Date;
  last_sent_at: Date | null;
  problem: string | null;
  failures: Generated<number>;
  wait_until: Date | null;
}

export interface QuietHoursTable {
  user_id: number;
  from_time: string;
  to_time: string;
  time_zone: string | null;
}

export interface ReceiptNumbersTable {
  id: Generated<number>;
  last: Generated<number>;
}

export interface ReceivablesTable {
  entry_id: number;
  property_id: number;
  lease_id: number;
  on_day: string;
  due_on: string;
  amount_cents: number;
  open_cents: number;
  counts_as: "charged" | "credited" | "collected" | null;
  charge_kind: "rent" | "common-area" | "utilities" | "parking" | "storage" | "other" | "late-fee" | null;
  terms_number: number | null;
  line_key: number | null;
  month: string | null;
  starts_on: string | null;
  ends_on: string | null;
  revision: number | null;
  late_fee_for: string | null;
  late_fee_on: string | null;
}

export interface ReconciliationReviewsTable {
  property_id: number;
  year: number;
  amounts: unknown;
  reviewed_by_id: number;
  reviewed_at: Date;
}

export interface ReconciliationsTable {
  id: Generated<number>;
  property_id: number;
  year: number;
  number: number;
  reason: string | null;
  due_on: string;
  amounts: unknown;
  content: unknown;
  inputs: unknown;
  issued_by_id: number;
  issued_at: Date;
  reversed_by_id: number | null;
  reversed_at: Date | null;
  reversal_reason: string | null;
}

export interface RecoveryCodesTable {
  user_id: number;
  code_hash: Buffer;
  used_at: Date | null;
}

export interface RecoveryHistoryTable {
  id: Generated<number>;
  lease_id: number;
  property_id: number;
  pool_id: number;
  year: number;
  base_cents: number | null;
  capped_cents: number | null;
  share_cents: number | null;
  estimates_cents: number | null;
  made_by_id: number | null;
  made_at: Date;
  version: Generated<number>;
}

export interface RecoveryQuestionFilesTable {
  id: Generated<number>;
  question_id: number;
  file_key: string;
  name: string;
  media_type: string;
  bytes: number;
  sha256: Buffer;
  added_by_id: number;
  added_at: Date;
}

export interface RecoveryQuestionsTable {
  id: Generated<number>;
  statement_id: number;
  property_id: number;
  lease_id: number;
  pool_id: number;
  subject: string;
  text: string;
  asked_by_id: number;
  asked_at: Date;
  answer: string | null;
  answered_by_id: number | null;
  answered_at: Date | null;
  credit_cents: number | null;
  credit_entry_id: number | null;
}

export interface RecoveryStatementsTable {
  id: Generated<number>;
  reconciliation_id: number;
  property_id: number;
  lease_id: number;
  content: unknown;
  due_cents: number;
  posted_cents: number;
  entry_id: number | null;
  document_id: number | null;
  filed_at: Date | null;
}

export interface RecoveryTermsTable {
  lease_id: number;
  property_id: number;
  number: number;
  starts_on: string;
  terms: unknown;
  reason: Generated<string>;
  made_by_id: number | null;
  made_at: Date;
}

export interface RefundsTable {
  id: Generated<number>;
  property_id: number;
  lease_id: number;
  payment_id: number;
  amount_cents: number;
  fee_cents: number;
  reason: string;
  state: "requested" | "pending" | "done" | "failed";
  reference: string | null;
  entry_id: number | null;
  problem: Generated<string>;
  made_by_id: number | null;
  request_key: string | null;
  checked_at: Generated<Date>;
  made_at: Date;
  changed_at: Date;
}

export interface ReportRecipientsTable {
  report_id: number;
  user_id: number;
  outcome: "waiting" | "sent" | "sent-as-link" | "no-access" | "turned-off" | "failed" | null;
  attempts: Generated<number>;
  is_loss_notified: Generated<boolean>;
}

export interface ReportSchedulesTable {
  report_id: number;
  repeats: "weekly" | "monthly";
  day: number;
  at_time: string;
  formats: string[];
  next_run_at: Date;
  last_run_at: Date | null;
}

export interface SandboxDisputesTable {
  reference: string;
  intent_reference: string;
  amount_cents: number;
  reason: string;
  state: "needs_response" | "won" | "lost";
  respond_by: Date;
  opened_at: Date;
}

export interface SandboxIntentsTable {
  reference: string;
  client_secret: string;
  intent_id: number;
  amount_cents: number;
  received_cents: Generated<number>;
  status: Generated<"open" | "processing" | "succeeded" | "canceled">;
  method: "card" | "us_bank_account" | null;
  means: string | null;
  needs_step: Generated<boolean>;
  problem: Generated<string>;
  paid_at: Date | null;
  created_at: Date;
}

export interface SandboxRefundsTable {
  reference: string;
  refund_id: number;
  intent_reference: string;
  amount_cents: number;
  status: Generated<"pending" | "done" | "failed">;
  problem: Generated<string>;
  created_at: Date;
}

export interface SavedReportsTable {
  id: Generated<number>;
  owner_id: number;
  name: string;
  report: string;
  query: string;
  property_id: number | null;
  company_id: number | null;
  is_shared: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface SavedViewsTable {
  id: Generated<number>;
  owner_id: number;
  name: string;
  query: string;
  property_id: number | null;
  is_shared: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface SchemaMigrationsTable {
  name: string;
  hash: string;
  applied_at: Generated<Date>;
}

export interface SessionsTable {
  id_hash: Buffer;
  number: GeneratedAlways<number>;
  user_id: number;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  idle_until: Date;
  ends_at: Date;
  network_address: Generated<string>;
  user_agent: Generated<string>;
  signed_in_by: Generated<"password" | "email" | "work-account">;
  two_factor_by_provider: Generated<boolean>;
}

export interface SignInChallengesTable {
  challenge_hash: Buffer;
  user_id: number;
  expires_at: Date;
  attempts: Generated<number>;
  signed_in_by: Generated<"password" | "email" | "work-account">;
}

export interface SignInRequestsTable {
  id: GeneratedAlways<number>;
  handle_hash: Buffer;
  purpose: "reset-by-link" | "reset-by-code" | "sign-in";
  address: string;
  created_at: Date;
  processed_at: Date | null;
  user_id: number | null;
  code_hash: Buffer | null;
  code_until: Date;
  attempts: Generated<number>;
  token_hash: Buffer | null;
  token_until: Date | null;
  used_at: Date | null;
}

export interface TeamMembersTable {
  team_id: number;
  user_id: number;
}

export interface TeamsTable {
  id: Generated<number>;
  name: string;
  property_id: number | null;
  landlord_id: number | null;
  version: Generated<number>;
  created_at: Generated<Date>;
}

export interface UnitAreaPeriodsTable {
  unit_id: number | null;
  property_id: number | null;
  number: number | null;
  square_feet: number | null;
  starts_on: string | null;
  ends_on: string | null;
}

export interface UnitAreasTable {
  unit_id: number;
  property_id: number;
  number: number;
  starts_on: string;
  square_feet: number;
  made_by_id: number | null;
  made_at: Date;
}

export interface UnitsTable {
  id: Generated<number>;
  property_id: number;
  unit_number: string;
  type: "apartment" | "office" | "retail" | "warehouse" | "studio" | "duplex" | "house" | "condo";
  beds: Generated<number>;
  baths: Generated<number>;
  rent_cents: Generated<number>;
  deposit_cents: Generated<number>;
  size_sqft: number | null;
  suite: string | null;
  floor: string | null;
  rentable_sqft: number | null;
  access_notes: string | null;
  area_sqft: GeneratedAlways<number | null>;
  status: Generated<"vacant" | "occupied" | "maintenance" | "renovation" | "reserved">;
  version: Generated<number>;
  created_at: Generated<Date>;
}

export interface UsersTable {
  id: Generated<number>;
  email: string;
  username: string;
  full_name: string;
  password_hash: string | null;
  role: "admin" | "landlord" | "maintenance" | "tenant";
  state: Generated<"pending" | "active" | "declined" | "disabled">;
  decline_reason: string | null;
  disabled_reason: string | null;
  state_when_disabled: "pending" | "active" | "declined" | null;
  requested_unit_id: number | null;
  requested_property_id: number | null;
  has_all_properties: Generated<boolean>;
  email_confirmed_at: Date | null;
  last_sign_in_at: Date | null;
  access_since: Generated<Date>;
  checklist_dismissed: Generated<boolean>;
  density: "comfortable" | "compact" | null;
  version: Generated<number>;
  created_at: Generated<Date>;
}

export interface VendorsTable {
  id: Generated<number>;
  name: string;
  contact_name: Generated<string>;
  email: Generated<string>;
  phone: Generated<string>;
  notes: Generated<string>;
  archived_at: Date | null;
  version: Generated<number>;
  created_at: Date;
  words: GeneratedAlways<string>;
}

export interface WebhookDeliveriesTable {
  id: GeneratedAlways<number>;
  webhook_id: number;
  event_id: string;
  kind: string;
  body: string;
  state: Generated<"waiting" | "retrying" | "delivered" | "failed">;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  last_attempt_at: Date | null;
  response_status: number | null;
  response_start: string | null;
  duration_ms: number | null;
  problem: string | null;
  created_at: Generated<Date>;
}

export interface WebhooksTable {
  id: GeneratedAlways<number>;
  url: string;
  events: string[];
  secret: Buffer;
  state: Generated<"active" | "paused">;
  pause_reason: string | null;
  failing_since: Date | null;
  created_by_id: number;
  created_at: Generated<Date>;
  version: Generated<number>;
}

export interface WorkAccountsTable {
  user_id: number;
  issuer: string;
  subject: string;
  email: string | null;
  linked_at: Date;
  last_used_at: Date;
  has_two_factor: Generated<boolean>;
}

export interface WorkOrderActivityTable {
  id: GeneratedAlways<number>;
  work_order_id: number;
  property_id: number;
  seq: number;
  action_type:
    | "created"
    | "status_changed"
    | "comment_added"
    | "assigned"
    | "due_changed"
    | "visit_changed"
    | "planned"
    | "signature"
    | "edited"
    | "photos_changed"
    | "files_changed"
    | "pause_changed"
    | "time_changed"
    | "conflict"
    | "deleted";
  details: unknown;
  internal: Generated<boolean>;
  user_id: number | null;
  user_name: string | null;
  user_role: "admin" | "landlord" | "maintenance" | "tenant" | null;
  created_at: Generated<Date>;
  happened_at: Date | null;
  hash_version: Generated<number>;
  previous_hash: Buffer;
  hash: Buffer;
  words: GeneratedAlways<string | null>;
}

export interface WorkOrderActivityHeadsTable {
  work_order_id: number;
  property_id: number;
  seq: number;
  hash: Buffer;
}

export interface WorkOrderAppointmentsTable {
  work_order_id: number;
  property_id: number;
  starts_at: Date;
  ends_at: Date;
  state: "awaiting_tenant" | "awaiting_staff" | "confirmed";
  note: string | null;
  arranged_by_id: number;
}

export interface WorkOrderConflictsTable {
  id: GeneratedAlways<number>;
  work_order_id: number;
  property_id: number;
  requested: unknown;
  current: unknown;
  expected: unknown;
  signature_id: number | null;
  user_id: number;
  happened_at: Date;
  created_at: Generated<Date>;
  resolved_at: Date | null;
  resolved_by_id: number | null;
  outcome: "used" | "left" | null;
}

export interface WorkOrderFilesTable {
  id: Generated<number>;
  work_order_id: number;
  property_id: number;
  file_key: string;
  name: string;
  media_type: string;
  bytes: number;
  sha256: Buffer;
  internal: boolean;
  added_by_id: number;
  created_at: Generated<Date>;
}

export interface WorkOrderImagesTable {
  id: Generated<number>;
  work_order_id: number;
  property_id: number;
  position: number;
  file_key: string;
  thumbnail_key: string;
  media_type: "image/png" | "image/jpeg" | "image/gif";
  bytes: number;
  width: number;
  height: number;
  sha256: Buffer;
  label: "before" | "after" | null;
  added_by_id: number;
  created_at: Generated<Date>;
}

export interface WorkOrderSignaturesTable {
  id: Generated<number>;
  work_order_id: number;
  property_id: number;
  file_key: string;
  sha256: Buffer;
  content_hash: Buffer;
  content_hash_version: number;
  signed_by_id: number;
  signed_by_name: string;
  signed_at: Generated<Date>;
}

export interface WorkOrderTimesTable {
  id: GeneratedAlways<number>;
  work_order_id: number;
  property_id: number;
  user_id: number;
  started_at: Date;
  ended_at: Date | null;
  note: string | null;
  version: Generated<number>;
  recorded_at: Date;
}

export interface WorkOrderWatchersTable {
  work_order_id: number;
  property_id: number;
  user_id: number;
  added_by_id: number;
  created_at: Generated<Date>;
}

export interface WorkOrdersTable {
  id: Generated<number>;
  property_id: number;
  unit_id: number | null;
  lease_id: number | null;
  title: string;
  description: string;
  category:
    | "Electrical"
    | "Plumbing"
    | "HVAC"
    | "Structural"
    | "Maintenance"
    | "Other"
    | "General"
    | "Cleaning"
    | "Security";
  location: string;
  priority: "low" | "medium" | "high" | "urgent";
  status: Generated<"open" | "in_progress" | "scheduled" | "completed" | "urgent" | "cancelled">;
  board_column: GeneratedAlways<string>;
  priority_rank: GeneratedAlways<number>;
  status_rank: GeneratedAlways<number>;
  created_by_id: number;
  assignee_id: number | null;
  due_at: Date | null;
  planned_on: string | null;
  estimate_minutes: number | null;
  due_rank: GeneratedAlways<Date>;
  pause_reason: "part" | "access" | "tenant" | "approval" | "break" | null;
  paused_at: Date | null;
  paused_until: Date | null;
  awaiting_approval: Generated<boolean>;
  content_hash: Buffer;
  content_hash_version: Generated<number>;
  signature_id: number | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  completed_at: Date | null;
  completion_received_at: Date | null;
  deleted_at: Date | null;
  words: GeneratedAlways<string>;
  team_id: number | null;
}

export interface Tables {
  accepted_findings: AcceptedFindingsTable;
  access_scopes: AccessScopesTable;
  allocations: AllocationsTable;
  api_tokens: ApiTokensTable;
  audit_log: AuditLogTable;
  authenticator_apps: AuthenticatorAppsTable;
  bank_deposits: BankDepositsTable;
  bank_lines: BankLinesTable;
  bill_lines: BillLinesTable;
  bills: BillsTable;
  budget_years: BudgetYearsTable;
  budgets: BudgetsTable;
  closed_months: ClosedMonthsTable;
  closed_reconciliations: ClosedReconciliationsTable;
  companies: CompaniesTable;
  current_lease_members: CurrentLeaseMembersTable;
  current_lease_units: CurrentLeaseUnitsTable;
  database_metadata: DatabaseMetadataTable;
  default_views: DefaultViewsTable;
  dispatch_rules: DispatchRulesTable;
  disputes: DisputesTable;
  document_downloads: DocumentDownloadsTable;
  document_files: DocumentFilesTable;
  document_reminders: DocumentRemindersTable;
  documents: DocumentsTable;
  email_attachments: EmailAttachmentsTable;
  emails: EmailsTable;
  expense_categories: ExpenseCategoriesTable;
  expense_pools: ExpensePoolsTable;
  export_parts: ExportPartsTable;
  exports: ExportsTable;
  failed_debits: FailedDebitsTable;
  idempotent_responses: IdempotentResponsesTable;
  import_errors: ImportErrorsTable;
  import_file_rows: ImportFileRowsTable;
  import_matches: ImportMatchesTable;
  import_records: ImportRecordsTable;
  import_rows: ImportRowsTable;
  imports: ImportsTable;
  invitation_properties: InvitationPropertiesTable;
  invitations: InvitationsTable;
  journal_setup: JournalSetupTable;
  lease_accounts: LeaseAccountsTable;
  lease_members: LeaseMembersTable;
  lease_reminders: LeaseRemindersTable;
  lease_terms: LeaseTermsTable;
  lease_units: LeaseUnitsTable;
  leases: LeasesTable;
  ledger_entries: LedgerEntriesTable;
  ledger_postings: LedgerPostingsTable;
  limit_counts: LimitCountsTable;
  notification_preferences: NotificationPreferencesTable;
  notifications: NotificationsTable;
  one_time_tokens: OneTimeTokensTable;
  open_lease_units: OpenLeaseUnitsTable;
  organization: OrganizationTable;
  owner_statement_notes: OwnerStatementNotesTable;
  owner_statements: OwnerStatementsTable;
  payment_confirmations: PaymentConfirmationsTable;
  payment_intents: PaymentIntentsTable;
  payment_reminders: PaymentRemindersTable;
  payments: PaymentsTable;
  pending_pushes: PendingPushesTable;
  posting_runs: PostingRunsTable;
  properties: PropertiesTable;
  property_landlords: PropertyLandlordsTable;
  property_months: PropertyMonthsTable;
  property_pools: PropertyPoolsTable;
  property_staff: PropertyStaffTable;
  provider_events: ProviderEventsTable;
  push_subscriptions: PushSubscriptionsTable;
  quiet_hours: QuietHoursTable;
  receipt_numbers: ReceiptNumbersTable;
  receivables: ReceivablesTable;
  reconciliation_reviews: ReconciliationReviewsTable;
  reconciliations: ReconciliationsTable;
  recovery_codes: RecoveryCodesTable;
  recovery_history: RecoveryHistoryTable;
  recovery_question_files: RecoveryQuestionFilesTable;
  recovery_questions: RecoveryQuestionsTable;
  recovery_statements: RecoveryStatementsTable;
  recovery_terms: RecoveryTermsTable;
  refunds: RefundsTable;
  report_recipients: ReportRecipientsTable;
  report_schedules: ReportSchedulesTable;
  sandbox_disputes: SandboxDisputesTable;
  sandbox_intents: SandboxIntentsTable;
  sandbox_refunds: SandboxRefundsTable;
  saved_reports: SavedReportsTable;
  saved_views: SavedViewsTable;
  schema_migrations: SchemaMigrationsTable;
  sessions: SessionsTable;
  sign_in_challenges: SignInChallengesTable;
  sign_in_requests: SignInRequestsTable;
  team_members: TeamMembersTable;
  teams: TeamsTable;
  unit_area_periods: UnitAreaPeriodsTable;
  unit_areas: UnitAreasTable;
  units: UnitsTable;
  users: UsersTable;
  vendors: VendorsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhooks: WebhooksTable;
  work_accounts: WorkAccountsTable;
  work_order_activity: WorkOrderActivityTable;
  work_order_activity_heads: WorkOrderActivityHeadsTable;
  work_order_appointments: WorkOrderAppointmentsTable;
  work_order_conflicts: WorkOrderConflictsTable;
  work_order_files: WorkOrderFilesTable;
  work_order_images: WorkOrderImagesTable;
  work_order_signatures: WorkOrderSignaturesTable;
  work_order_times: WorkOrderTimesTable;
  work_order_watchers: WorkOrderWatchersTable;
  work_orders: WorkOrdersTable;
}
