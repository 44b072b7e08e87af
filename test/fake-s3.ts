import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const bucket = "papers";
const accessKeyId = "AKIASTANDIN";

interface Kept {
  content: Buffer;
  at: Date;
}

/** A fake object storage with the part of S3 that the portal uses and with faults controlled by the test. */
export interface FakeS3 {
  /** The environment of a portal that stores its files here. */
  environment: Record<string, string>;
  /** The stored objects by key. */
  objects: Map<string, Kept>;
  /** The methods of all requests in order, such as `PUT`. */
  requests: string[];
  /** Responds with this status to the next `times` requests with the method, after reading them. */
  rejectNext(method: string, status: number, times?: number): void;
  /**
   * Closes the connection of the next `times` requests with the method: halfway through the response, or
   * before anything is stored.
   */
  disconnectNext(method: string, times?: number): void;
  /** Changes a byte of the next uploaded file. */
  corruptNext(): void;
  /** The number of requests in progress. */
  activeRequests(): number;
  /** Accepts requests without responding until `release`. */
  hold(): void;
  release(): void;
  /** Stops listening until `restart`. */
  stop(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Kept>();
  const asked: string[] = [];
  const refusals = new Map<string, number[]>();
  const cuts = new Map<string, number>();
  let isDamaged = false;
  let underWay = 0;
  let isAsleep = false;
  let sleepers: (() => void)[] = [];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = request;
    asked.push(method);
    const isCut = (cuts.get(method) ?? 0) > 0;
    if (isCut) cuts.set(method, (cuts.get(method) ?? 0) - 1);
    if (isCut && method !== "GET") {
      await once(request, "data");
      return void request.socket.destroy();
    }
    const content = Buffer.concat(await request.toArray());
    if (isAsleep) await new Promise<void>((resolve) => sleepers.push(resolve));
    const refusal = refusals.get(method)?.shift();
    if (refusal !== undefined) return refuse(response, refusal, "InternalError");
    const url = new URL(request.url ?? "/", "http://s3");
    const [, name, key] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    if (!isSigned(headers)) return refuse(response, 403, "InvalidAccessKeyId");
    if (name !== bucket || key === undefined) return refuse(response, 404, "NoSuchBucket");
    if (key === "") {
      if (method === "HEAD") return void response.writeHead(200).end();
      return answerXml(response, 200, listed(objects, url.searchParams));
    }
    switch (method) {
      case "PUT": {
        if (isDamaged) {
          isDamaged = false;
          content[content.length >> 1] = 255 - (content[content.length >> 1] ?? 0);
        }
        if (headers["x-amz-content-sha256"] !== createHash("sha256").update(content).digest("hex"))
          return refuse(response, 400, "XAmzContentSHA256Mismatch");
        objects.set(key, { content, at: new Date() });
        return void response.writeHead(200, { etag: `"${randomUUID()}"` }).end();
      }
      case "GET":
        return sendObject(response, objects.get(key), { range: headers.range, isCut });
      case "DELETE":
        objects.delete(key);
        return void response.writeHead(204).end();
      default:
        return refuse(response, 405, "MethodNotAllowed");
    }
  }

  const server = createServer((request, response) => {
    underWay += 1;
    response.once("close", () => {
      underWay -= 1;
    });
    // Ignores requests aborted by the client.
    respond(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const down = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return {
    environment: {
      S3_BUCKET: bucket,
      S3_REGION: "eu-central-1",
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: "secret of the stand-in",
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
    },
    objects,
    requests: asked,
    rejectNext: (method, status, times = 1) =>
      void refusals.set(
        method,
        Array.from({ length: times }, () => status),
      ),
    disconnectNext: (method, times = 1) => void cuts.set(method, times),
    corruptNext: () => {
      isDamaged = true;
    },
    activeRequests: () => underWay,
    hold: () => {
      isAsleep = true;
    },
    release: () => {
      isAsleep = false;
      for (const wake of sleepers) wake();
      sleepers = [];
    },
    stop: down,
    async restart() {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    close: () => (server.listening ? down() : Promise.resolve()),
  };
}

const isSigned = ({ authorization = "", ...headers }: IncomingMessage["headers"]) =>
  authorization.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKeyId}/`) &&
  /Signature=[0-9a-f]{64}$/.test(authorization) &&
  headers["x-amz-date"] !== undefined;

function sendObject(
  response: ServerResponse,
  kept: Kept | undefined,
  { range, isCut }: { range: string | undefined; isCut: boolean },
): void {
  if (kept === undefined) return refuse(response, 404, "NoSuchKey");
  const total = kept.content.length;
  const [, first = "0", last = String(total - 1)] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  const content = kept.content.subarray(Number(first), Number(last) + 1);
  response.writeHead(range === undefined ? 200 : 206, {
    "content-length": content.length,
    ...(range === undefined ? {} : { "content-range": `bytes ${first}-${last}/${total}` }),
  });
  if (!isCut) return void response.end(content);
  response.write(content.subarray(0, content.length >> 1), () => response.destroy());
}

function listed(objects: Map<string, Kept>, query: URLSearchParams): string {
  const keys = [...objects.keys()].sort();
  const from = keys.findIndex((key) => key > (query.get("continuation-token") ?? ""));
  const page = from < 0 ? [] : keys.slice(from, from + Number(query.get("max-keys") ?? 1000));
  const isMore = from >= 0 && from + page.length < keys.length;
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.at.toISOString()}</LastModified><Size>${objects.get(key)?.content.length}</Size></Contents>`,
  );
  const next = isMore ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  return `<ListBucketResult><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isMore}</IsTruncated>${contents.join("")}${next}</ListBucketResult>`;
}

const refuse = (response: ServerResponse, status: number, code: string) =>
  answerXml(response, status, `<Error><Code>${code}</Code><Message>By the stand-in</Message></Error>`);

const answerXml = (response: ServerResponse, status: number, xml: string): void =>
  void response
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
