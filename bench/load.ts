import { connect, type Socket } from "node:net";

export interface Asked {
  method?: "GET" | "POST" | "PATCH";
  path: string;
  cookie?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** The raw request, in place of all other fields. */
  bytes?: Buffer;
}

export interface Answered {
  status: number;
  head: string;
  body: string;
  milliseconds: number;
}

/*
 * HTTP over bare sockets: client and server share a machine, and a full client would use so much processor time that fast and
 * slow servers would look alike. It understands only responses with a content-length, as our two servers send them.
 */
export interface Line {
  ask(request: Asked): Promise<Answered>;
  close(): void;
}

export async function openLine(origin: string): Promise<Line> {
  const { hostname, port, host } = new URL(origin);
  const socket = await open(hostname, Number(port));
  let waiting:
    | { resolve(answered: Answered): void; reject(error: Error): void; startedAt: number }
    | undefined;
  let received: Buffer = Buffer.alloc(0);
  let headLength = -1;
  let totalLength = -1;
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    waiting?.reject(error);
  };
  socket.on("error", fail);
  socket.on("close", () => fail(new Error(`${origin} closed the connection.`)));
  socket.on("data", (part) => {
    received = received.length === 0 ? part : Buffer.concat([received, part]);
    if (headLength < 0) {
      headLength = received.indexOf("\r\n\r\n");
      if (headLength < 0) return;
      const length = /content-length: (\d+)/i.exec(received.toString("latin1", 0, headLength))?.[1];
      totalLength = headLength + 4 + Number(length ?? 0);
    }
    if (received.length < totalLength) return;
    const head = received.toString("latin1", 0, headLength);
    const answered = {
      status: Number(head.slice(9, 12)),
      head,
      body: received.toString("utf8", headLength + 4, totalLength),
      milliseconds: performance.now() - (waiting?.startedAt ?? 0),
    };
    received = Buffer.alloc(0);
    headLength = -1;
    const asked = waiting;
    waiting = undefined;
    asked?.resolve(answered);
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        waiting = { resolve, reject, startedAt: performance.now() };
        socket.write(request.bytes ?? requestText(request, host));
      }),
    close: () => socket.destroy(),
  };
}

const open = (host: string, port: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket)).once("error", reject);
  });

export function requestText({ method = "GET", path, cookie, body }: Asked, host: string): string {
  const content = body === undefined ? "" : JSON.stringify(body);
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`];
  if (cookie !== undefined) lines.push(`cookie: ${cookie}`);
  if (body !== undefined)
    lines.push("content-type: application/json", `content-length: ${Buffer.byteLength(content)}`);
  return `${lines.join("\r\n")}\r\n\r\n${content}`;
}

/** Responses per second over `connections` busy connections during `seconds`. Any response but 2xx ends the measurement. */
export async function throughput(
  origin: string,
  {
    connections,
    seconds,
    request,
  }: { connections: number; seconds: number; request: (index: number) => Asked },
): Promise<number> {
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine(origin)));
  let asked = 0;
  let responses = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    lines.map(async (line) => {
      while (performance.now() < endsAt) {
        expectSuccess(await line.ask(request(asked++)));
        responses += 1;
      }
    }),
  );
  const took = performance.now() - startedAt;
  for (const line of lines) line.close();
  return (responses / took) * 1000;
}

export function expectSuccess(answered: Answered): Answered {
  if (answered.status < 200 || answered.status > 299)
    throw new Error(`The server responded with ${answered.status}: ${answered.body.slice(0, 300)}`);
  return answered;
}

/** The milliseconds of each of `times` sequential requests. */
export async function latencies(
  origin: string,
  times: number,
  request: (index: number) => Asked,
): Promise<number[]> {
  const line = await openLine(origin);
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1)
    taken.push(expectSuccess(await line.ask(request(index))).milliseconds);
  line.close();
  return taken;
}
