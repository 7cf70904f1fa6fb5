import { locales, localeCodes } from "../i18n/locales.ts";

const description = `What the website asks of the system that holds its content.

Every answer is an envelope, \`{ "code", "message", "data" }\`. The code decides, not the HTTP status: 0 or 200 is success, 401
sends the visitor to the login, 404 says that what was asked for by its name isn't there, anything else is a failure with
\`message\` for people. The HTTP status may be the same as the code, or 200 throughout; it must not be an error where the code
is success.

The schemas are what a backend should send. The site reads more than that: numbers as texts and texts as numbers, null for
what is absent, fields that it doesn't know. \`npm run check-api -- URL\` says of a running backend what fits, what is missing
or wrong, and what is only tolerated.

A call has 50 seconds unless the site is told otherwise. Calls that a backend keeps under other paths are named to the site in
\`API_PATHS\`, by \`x-key\`.`;

/** Parts of the document that don't depend on the calls. */
export const openApiFrame = {
  openapi: "3.1.0",
  info: {
    title: "Content API of the website",
    version: "1.0.0",
    description,
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [
    { url: "https://cms.example", description: "What `API_BASE_URL` names: an origin, with an optional path." },
  ],
  security: [{}, { visitor: [] }],
};

const createFailureContent = (code: number, message: string) => ({
  "application/json": {
    schema: { $ref: "#/components/schemas/Failure" },
    example: { code, message, data: null },
  },
});

const retryAfter = {
  "Retry-After": {
    description: "Seconds to wait, or an HTTP date.",
    schema: { type: "string" },
    example: "10",
  },
};

/** Headers, failures and the visitor's token, which calls refer to. */
export const sharedComponents = {
  parameters: {
    Language: {
      name: "Language",
      in: "header",
      required: true,
      example: locales.en.header,
      description: "The language of the words in the answer.",
      schema: { type: "string", enum: localeCodes.map((code) => locales[code].header) },
    },
    RequestId: {
      name: "X-Request-Id",
      in: "header",
      required: false,
      schema: { type: "string" },
      description: "The same in the site's log and in the response to its visitor.",
    },
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      required: true,
      schema: { type: "string", minLength: 1 },
      description: "The same with every try of one message.",
      example: "3f0a9c5e-7f0c-4c39-9a53-0f4f1f6f2d11",
    },
  },
  responses: {
    Unauthorized: {
      description: "The visitor's token isn't accepted, or one is wanted. Also as HTTP status 200 with this code.",
      content: createFailureContent(401, "Please log in"),
    },
    NotFound: {
      description: "What was asked for by its name isn't there. Also as HTTP status 200 with this code.",
      content: createFailureContent(404, "There is no such item"),
    },
    Refused: {
      description: "What was sent can't be taken; the visitor reads the message.",
      content: createFailureContent(400, "Please give a phone number or an e-mail address"),
    },
    Later: {
      description: "Not now; the site tries again.",
      headers: retryAfter,
      content: createFailureContent(429, "Please try again later"),
    },
    Failure: {
      description: "Any other failure. With 5xx the site shows what it has kept, or its 503 page.",
      headers: retryAfter,
      content: createFailureContent(503, "Down for maintenance"),
    },
  },
  securitySchemes: {
    visitor: {
      type: "http",
      scheme: "bearer",
      description: "The token of `auth.login`, for a visitor who has logged in; calls for others come without.",
    },
  },
};

/** Creates the references to the headers of a call. */
export function createHeaderRefs(method: "GET" | "POST") {
  const names = ["Language", "RequestId", ...(method === "POST" ? ["IdempotencyKey"] : [])];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
