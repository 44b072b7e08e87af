/** A request as it arrives. */
export interface Asked {
  /** Null when the session is over. */
  userId: number | null;
  method: string;
  path: string;
  key?: string | undefined;
  happenedAt?: string | undefined;
  body?: unknown;
}

export interface Answered {
  status: number;
  text: string;
}

/** What a device shows of an order. */
export interface Shown {
  id: number;
  title: string;
  status: string;
  assigneeId: number | null;
}

/** The orders and the open clashes that somebody may see. */
export interface Seen {
  orders: Shown[];
  clashes: { id: number; orderId: number }[];
}

/** An entry of the log of an order. */
export interface Logged {
  orderId: number;
  userId: number;
  actionType: string;
  particulars: Record<string, unknown>;
  happenedMs: number;
}

/** What the server has in the end, read past its calls. */
export interface Kept {
  orders: (Shown & { isDeleted: boolean })[];
  /** Of each order in turn. */
  log: Logged[];
  photos: { orderId: number; userId: number }[];
  signatures: { signedBy: string }[];
  /** Times with a note; those of starting and stopping have none. */
  times: { userId: number; note: string }[];
  clashes: { id: number; orderId: number; userId: number; isOpen: boolean }[];
}

/** The portal that a shift is worked against, or a model of it. */
export interface FieldServer {
  /** Ids of people. */
  technicians: readonly number[];
  dispatchers: readonly number[];
  answer(asked: Asked): Promise<Answered>;
  /** Read past the calls, as devices do so very often. */
  glance(userId: number): Promise<Seen>;
  /** The same through the calls. */
  load(userId: number): Promise<Seen>;
  /** Whether the technician works in the building. */
  admit(userId: number, isAdmitted: boolean): Promise<void>;
  kept(): Promise<Kept>;
}
