import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { AppError, notFound, unavailable } from "#shared/errors.ts";
import type { S3Settings } from "../config.ts";
import type { Services } from "../http/context.ts";
import { StartRefused } from "../start-refused.ts";
import {
  type ByteRange,
  checkedKey,
  type FileStore,
  isKey,
  newKey,
  type StoredFile,
  sweptAtOnce,
} from "./file-store.ts";
import { openIncomingFolder } from "./incoming-folder.ts";

interface Surroundings {
  /** The folder of this machine in which files lie while they are received. */
  incoming: string;
  log: Pick<Services["log"], "warn">;
  /** How long nothing may happen; shorter in tests. */
  patience?: { connectMs: number; silentMs: number };
}

/** An answer that is not worth another try is final; in doubt the storage is away. */
const worthAnotherTry = new Set([
  "BadDigest",
  "IncompleteBody",
  "RequestTimeout",
  "XAmzContentSHA256Mismatch",
]);

/** Connections to the storage: each download that somebody is slow to take holds one. */
const connectionsMax = 200;

const unsaid = () => undefined;

/** How often a download goes on where its connection was lost. */
const resumesMax = 2;

/**
 * Files in a bucket of their own of an object storage that speaks S3. Each is sent whole with its hash, so that the
 * storage refuses what was damaged on the way.
 * @throws StartRefused when the storage answers that the bucket or the keys are wrong; when it is away, it is said in the log
 */
export async function openS3Store(
  settings: S3Settings,
  { incoming: incomingPath, log, patience = { connectMs: 3_000, silentMs: 10_000 } }: Surroundings,
): Promise<FileStore> {
  const { bucket } = settings;
  // Only who has a bucket loads this.
  const s3 = await import("@aws-sdk/client-s3");
  const client = new s3.S3Client({
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint.origin, forcePathStyle: true }),
    maxAttempts: 1,
    // Our own hash goes with every file, in a header that every such storage checks.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    expectContinueHeader: false,
    // What fails is an error here, which the request's own log tells.
    logger: { trace: unsaid, debug: unsaid, info: unsaid, warn: unsaid, error: unsaid },
    requestHandler: {
      connectionTimeout: patience.connectMs,
      httpAgent: { keepAlive: true, maxSockets: connectionsMax },
      httpsAgent: { keepAlive: true, maxSockets: connectionsMax },
    },
  });
  const incoming = await openIncomingFolder(incomingPath);

  /** One request, ended when nothing has happened for a while; `begun` says that something has. */
  async function once<T>(
    send: (options: { abortSignal: AbortSignal }, begun: () => void) => Promise<T>,
  ): Promise<T> {
    const ending = new AbortController();
    const silence = setTimeout(() => ending.abort(), patience.silentMs);
    try {
      return await send({ abortSignal: ending.signal }, () => silence.refresh());
    } finally {
      clearTimeout(silence);
    }
  }

  /** Each try sends what `content` gives anew. */
  const write = (
    { key, sha256, bytes }: StoredFile,
    content: () => Iterable<Buffer> | AsyncIterable<Buffer>,
  ) =>
    twice(() =>
      once(async (options, begun) => {
        const watched = async function* () {
          for await (const part of content()) {
            begun();
            yield part;
          }
        };
        const body = Readable.from(watched(), { objectMode: false });
        const command = new s3.PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: body,
          ContentLength: bytes,
        });
        command.middlewareStack.add(
          (next) => (args) => {
            const { headers } = args.request as { headers: Record<string, string> };
            headers["x-amz-content-sha256"] = sha256.toString("hex");
            return next(args);
          },
          { step: "build" },
        );
        try {
          await client.send(command, options);
        } finally {
          body.destroy();
        }
      }),
    );

  const get = (key: string, range: ByteRange | undefined) =>
    twice(async () => {
      const found = await once((options) =>
        client.send(
          new s3.GetObjectCommand({
            Bucket: bucket,
            Key: key,
            ...(range === undefined ? {} : { Range: `bytes=${range.first}-${range.last}` }),
          }),
          options,
        ),
      );
      const total = found.ContentRange?.split("/")[1] ?? found.ContentLength;
      return { body: found.Body as Readable, bytes: Number(total) };
    });

  /** Ends a download when the storage says nothing, not when its reader is slow, and goes on where a connection was lost. */
  function resumed(key: string, begun: Readable, { first, last }: ByteRange): Readable {
    let body = begun;
    let parts = body[Symbol.asyncIterator]();
    let at = first;
    let resumes = 0;
    async function nextPart(): Promise<Buffer | null> {
      const silence = setTimeout(
        () => body.destroy(new Error("The storage stopped in the middle of a file.")),
        patience.silentMs,
      );
      try {
        const { value, done } = (await parts.next()) as IteratorResult<Buffer, undefined>;
        if (done === true && at <= last) throw new Error("The storage ended before the end of a file.");
        return done === true ? null : value;
      } catch (error) {
        resumes += 1;
        if (resumes > resumesMax || stream.destroyed) throw problemOf(error);
      } finally {
        clearTimeout(silence);
      }
      ({ body } = await get(key, { first: at, last }));
      parts = body[Symbol.asyncIterator]();
      return nextPart();
    }
    const stream: Readable = Readable.from(
      (async function* () {
        for (let part = await nextPart(); part !== null; part = await nextPart()) {
          at += part.length;
          yield part;
        }
      })(),
      { objectMode: false },
    );
    return stream.once("close", () => body.destroy());
  }

  const remove = async (key: string) => {
    await twice(() =>
      once((options) => client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: key }), options)),
    );
  };

  await checkBucket(() =>
    once((options) => client.send(new s3.HeadBucketCommand({ Bucket: bucket }), options)),
  ).catch((error: unknown) => {
    if (error instanceof StartRefused) throw error;
    log.warn({ err: error }, "The file storage cannot be reached; uploads are refused until it can.");
  });

  return {
    async put(content, extension) {
      const kept = {
        key: newKey(extension),
        bytes: content.length,
        sha256: createHash("sha256").update(content).digest(),
      };
      await write(kept, () => inParts(content));
      return kept;
    },
    placeToReceive: () => incoming.place(),
    async take({ path, bytes, sha256 }, extension) {
      const kept = { key: newKey(extension), bytes, sha256 };
      await write(kept, () => createReadStream(path));
      await rm(path, { force: true });
      return kept;
    },
    async read(key, range) {
      const { body, bytes } = await get(checkedKey(key), range);
      return { stream: resumed(key, body, range ?? { first: 0, last: bytes - 1 }), bytes };
    },
    remove: (key) => remove(checkedKey(key)),
    async sweep(before, namedAmong) {
      let swept = await incoming.sweep(before);
      const removeUnnamed = async (keys: string[]) => {
        const named = new Set(await namedAmong(keys));
        const unnamed = keys.filter((key) => !named.has(key));
        for (const key of unnamed) await remove(key);
        swept += unnamed.length;
      };
      let from: string | undefined;
      do {
        const page = await twice(() =>
          once((options) =>
            client.send(
              new s3.ListObjectsV2Command({
                Bucket: bucket,
                MaxKeys: sweptAtOnce,
                ...(from === undefined ? {} : { ContinuationToken: from }),
              }),
              options,
            ),
          ),
        );
        const old = (page.Contents ?? [])
          .filter(({ LastModified }) => LastModified !== undefined && LastModified < before)
          .map(({ Key = "" }) => Key)
          .filter(isKey);
        if (old.length > 0) await removeUnnamed(old);
        from = page.NextContinuationToken;
      } while (from !== undefined);
      return swept;
    },
  };
}

/** So that one sees how far it is. */
function* inParts(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}

/** Asks whether the bucket is there. @throws StartRefused when the storage says that it is not ours */
async function checkBucket(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    const status = statusOf(error);
    if (status !== undefined && status < 500 && status !== 429)
      throw new StartRefused(
        `S3_BUCKET: the object storage does not give us the bucket (${status}): please check S3_BUCKET, S3_REGION, S3_ENDPOINT and the keys.`,
      );
    throw error;
  }
}

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** Whether the storage will have refused it for good. */
function isFinal(error: unknown): boolean {
  const status = statusOf(error);
  return (
    status !== undefined && status < 500 && status !== 429 && !worthAnotherTry.has((error as Error).name)
  );
}

/** Does `attempt`, and once more when the storage was away or what it got was damaged. @throws AppError not_found, disk_full, unavailable */
async function twice<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (isFinal(error)) throw problemOf(error);
  }
  await pause(200);
  return attempt().catch((error: unknown) => {
    throw problemOf(error);
  });
}

function problemOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status = statusOf(error);
  const { name, message } = error as Error;
  if (status === 404 && name !== "NoSuchBucket") return notFound("file");
  const problem =
    status === 507
      ? new AppError("disk_full", "There is no room left to store this. Please tell the administrator.")
      : unavailable("The file storage cannot be reached right now. Please try again in a minute.", 60);
  // What the request held stays out of the log.
  problem.cause = new Error(`${name}: ${message}${status === undefined ? "" : ` (${status})`}`);
  return problem;
}
