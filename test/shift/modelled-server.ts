import { type ComparedOrder, differenceOf } from "#domains/work-orders/server/work-rule.ts";
import { type AskedWork, statusAfter } from "#domains/work-orders/work.ts";
import type { SeenWork } from "#domains/work-orders/work-contract.ts";
import { AppError, conflict, forbidden, notFound } from "#shared/errors.ts";
import type { Answered, Asked, FieldServer, Kept, Seen, Shown } from "./field-server.ts";

interface Order extends ComparedOrder {
  id: number;
  title: string;
  isDeleted: boolean;
  signedMs: number;
}

interface Clash {
  id: number;
  orderId: number;
  userId: number;
  asked: AskedWork & { takes: boolean };
  isOpen: boolean;
}

/** Who does something, and when it happened. */
interface By {
  userId: number;
  happenedMs: number;
}

type Fields = Record<string, unknown>;

const isTechnician = (userId: number) => userId < 10;

/**
 * The portal in memory, for thousands of shifts. Real is the rule that decides a step of work (`work-rule.ts`); modelled are the
 * calls around it, the access and the keys, each as the portal's own tests describe it.
 */
export class ModelledServer implements FieldServer {
  readonly technicians = [1, 2, 3];
  readonly dispatchers = [11, 12];
  private readonly now: () => number;
  private readonly orders = new Map<number, Order>();
  private readonly answers = new Map<string, { content: string; answer: Answered }>();
  private readonly admitted = new Set(this.technicians);
  private readonly log: Kept["log"] = [];
  private readonly clashes: Clash[] = [];
  private clashesMade = 0;
  private readonly photos: Kept["photos"] = [];
  private readonly signatures: Kept["signatures"] = [];
  private readonly times: Kept["times"] = [];

  /** @param orders how many there are in the morning */
  constructor(now: () => number, orders: number) {
    this.now = now;
    // Of four orders one has nobody.
    for (let at = 0; at < orders; at += 1) this.addOrder(`Order ${at}`, this.technicians[at % 4] ?? null);
  }

  async answer(asked: Asked): Promise<Answered> {
    const { userId, method, path, key } = asked;
    if (userId === null) return problem(401, "Please sign in.");
    if (method === "GET") return { status: 200, text: "{}" };
    const scope = `${userId} ${method} ${path} ${key}`;
    const content = contentOf(asked.body);
    const first = this.answers.get(scope);
    if (first !== undefined && first.content !== content)
      return problem(409, "This request was already made with other contents.");
    if (first !== undefined) return first.answer;
    try {
      const answer = { status: 200, text: JSON.stringify(this.write({ ...asked, userId })) };
      this.answers.set(scope, { content, answer });
      return answer;
    } catch (error) {
      if (error instanceof AppError) return problem(error.status, error.message);
      throw error;
    }
  }

  async glance(userId: number): Promise<Seen> {
    if (!this.mayWork(userId)) return { orders: [], clashes: [] };
    return {
      orders: [...this.orders.values()].filter(({ isDeleted }) => !isDeleted).map(shownOf),
      clashes: this.clashes.filter(
        (clash) => clash.isOpen && (clash.userId === userId || !isTechnician(userId)),
      ),
    };
  }

  load(userId: number): Promise<Seen> {
    return this.glance(userId);
  }

  async admit(userId: number, isAdmitted: boolean): Promise<void> {
    if (isAdmitted) this.admitted.add(userId);
    else this.admitted.delete(userId);
  }

  async kept(): Promise<Kept> {
    const { log, photos, signatures, times, clashes } = this;
    const orders = [...this.orders.values()].map((order) => ({
      ...shownOf(order),
      isDeleted: order.isDeleted,
    }));
    return { orders, log, photos, signatures, times, clashes };
  }

  private readonly mayWork = (userId: number) => !isTechnician(userId) || this.admitted.has(userId);

  /** Returns the answer. @throws AppError */
  private write({ userId, method, path, happenedAt, body }: Asked & { userId: number }): unknown {
    const happenedMs = Math.min(this.now(), Date.parse(happenedAt ?? "") || this.now());
    const by = { userId, happenedMs };
    if (!this.mayWork(userId)) throw notFound("work order");
    const fields = fieldsOf(body);
    const [, , , number, what = "", clashId] = path.split("/");
    if (number === undefined) {
      const made = this.addOrder(String(fields["title"]), null);
      this.note(made, by, "created");
      return this.present(made);
    }
    const order = this.orders.get(Number(number));
    if (order === undefined || order.isDeleted) throw notFound("work order");
    switch (`${method} ${what}`) {
      case "POST work":
        this.work(order, by, fields);
        break;
      case "PUT assignee":
        this.assign(order, by, fields["userId"] as number | null);
        break;
      case "PATCH status":
        this.move(order, by, fields);
        break;
      case "POST comments":
        this.note(order, by, "comment_added", { text: fields["text"] });
        break;
      case "POST images":
        this.photos.push({ orderId: order.id, userId });
        this.note(order, by, "photos_changed");
        break;
      case "POST signature":
        this.sign(order, by, String(fields["signedByName"]));
        break;
      case "POST times":
        this.times.push({ userId, note: String(fields["note"]) });
        this.note(order, by, "time_changed");
        break;
      case "POST clashes":
        this.resolve(order, by, { id: Number(clashId), use: fields["use"] === true });
        break;
      case "DELETE ":
        order.isDeleted = true;
        this.note(order, by, "deleted");
        break;
      default:
        throw new Error(`The model has no ${method} ${path}.`);
    }
    return this.present(order);
  }

  private addOrder(title: string, assigneeId: number | null): Order {
    const order: Order = {
      id: this.orders.size + 1,
      title,
      status: "open",
      assignee_id: assigneeId,
      paused_at: null,
      pause_reason: null,
      isDeleted: false,
      signedMs: 0,
    };
    this.orders.set(order.id, order);
    return order;
  }

  private work(order: Order, by: By, { did, reason, seen: sent }: Fields): void {
    const asked = { did, ...(did === "pause" ? { reason } : {}) } as AskedWork;
    const seen = sent as SeenWork | undefined;
    const { userId } = by;
    const starts = isTechnician(userId) && asked.did === "start";
    const happenedAt = new Date(by.happenedMs);
    const difference = seen && differenceOf(order, asked, { seen, actorId: userId, happenedAt });
    const open = this.clashes.find(
      (clash) => clash.isOpen && clash.orderId === order.id && clash.userId === userId,
    );
    if (seen === undefined || difference === undefined) {
      if (open !== undefined) this.settle(order, by, open, "left");
      this.apply(order, by, { asked, takerId: starts && order.assignee_id === null ? userId : null });
      return;
    }
    const takes = starts && [null, userId].includes(seen.assigneeId);
    if (open !== undefined) this.clashes.splice(this.clashes.indexOf(open), 1);
    this.clashesMade += 1;
    this.clashes.push({
      id: this.clashesMade,
      orderId: order.id,
      userId,
      asked: { ...asked, takes },
      isOpen: true,
    });
    this.note(order, by, "clash", { asked, found: difference });
  }

  private apply(
    order: Order,
    by: By,
    { asked: { did, reason }, takerId }: { asked: AskedWork; takerId: number | null },
  ): void {
    if (takerId !== null && order.assignee_id !== takerId) this.setAssignee(order, by, takerId);
    if (order.status !== statusAfter[did]) this.setStatus(order, by, statusAfter[did]);
    const rests = did === "pause" ? (reason ?? null) : null;
    if (order.pause_reason === rests) return;
    order.pause_reason = rests;
    order.paused_at = rests === null ? null : new Date(by.happenedMs);
    this.note(order, by, "pause_changed", { reason: rests });
  }

  private setStatus(order: Order, by: By, status: string): void {
    this.note(order, by, "status_changed", { from: order.status, to: status });
    order.status = status;
    if (status !== "in_progress") Object.assign(order, { pause_reason: null, paused_at: null });
  }

  private setAssignee(order: Order, by: By, to: number | null): void {
    this.note(order, by, "assigned", { from: order.assignee_id, to });
    order.assignee_id = to;
  }

  private assign(order: Order, by: By, to: number | null): void {
    const { userId } = by;
    const from = order.assignee_id;
    if (from === to) return;
    const isOwn = (from === null && to === userId) || (from === userId && to === null);
    if (isTechnician(userId) && !isOwn)
      throw forbidden("You can take a work order that nobody has, or hand back your own.");
    this.setAssignee(order, by, to);
  }

  private move(order: Order, by: By, { status, seenStatus }: Fields): void {
    if (order.status === status) return;
    if (seenStatus !== order.status) throw conflict("It was moved.");
    this.setStatus(order, by, String(status));
  }

  private sign(order: Order, by: By, signedBy: string): void {
    if (order.signedMs > by.happenedMs) throw conflict("It was signed in the meantime.");
    order.signedMs = by.happenedMs;
    this.signatures.push({ signedBy });
    this.note(order, by, "signature");
  }

  private resolve(order: Order, by: By, { id, use }: { id: number; use: boolean }): void {
    const clash = this.clashes.find((one) => one.id === id && one.orderId === order.id);
    if (clash === undefined) throw notFound("choice");
    if (!clash.isOpen) return;
    const { asked, userId } = clash;
    const takes = use && asked.takes && order.assignee_id !== userId;
    if (takes && order.assignee_id !== null && isTechnician(by.userId))
      throw forbidden("Somebody else has this work order. Whoever runs the building can give it to you.");
    if (takes && !this.mayWork(userId)) throw conflict("They do not work in this building any more.");
    this.settle(order, by, clash, use ? "used" : "left");
    if (use) this.apply(order, by, { asked, takerId: asked.takes ? userId : null });
  }

  private settle(order: Order, by: By, clash: Clash, chosen: "used" | "left"): void {
    clash.isOpen = false;
    this.note(order, by, "clash", { asked: clash.asked, chosen });
  }

  private note(order: Order, by: By, actionType: string, particulars: Fields = {}): void {
    this.log.push({ orderId: order.id, ...by, actionType, particulars });
  }

  private present(order: Order): unknown {
    const clashes = this.clashes
      .filter(({ isOpen, orderId }) => isOpen && orderId === order.id)
      .map(({ id, asked, userId }) => ({ id, asked, by: { id: userId } }));
    const { assigneeId, ...shown } = shownOf(order);
    return { ...shown, clashes, assignee: assigneeId === null ? null : { id: assigneeId } };
  }
}

const shownOf = ({ id, title, status, assignee_id }: Order): Shown => ({
  id,
  title,
  status,
  assigneeId: assignee_id,
});

const problem = (status: number, message: string): Answered => ({
  status,
  text: JSON.stringify({ message, code: "some_code", requestId: "r-1" }),
});

const fieldsOf = (body: unknown): Fields =>
  body instanceof FormData ? Object.fromEntries(body.entries()) : ((body ?? {}) as Fields);

/** What a key was used for; another content under the same key is refused. */
const contentOf = (body: unknown): string =>
  JSON.stringify(
    body instanceof FormData
      ? [...body.entries()].map(([name, value]) => [name, typeof value === "string" ? value : value.size])
      : (body ?? null),
  );
