import type { Method } from "../app/services/api/contract/endpoints.ts";
import { previewHeader } from "../app/services/api/contract/headers.ts";
import { locales, localeCodes } from "../app/i18n/locales.ts";

const description = `The calls that the website makes to the system with its content.

Every response is an envelope, \`{ "code", "message", "data" }\`. The code decides, not the HTTP status: 0 or 200 is success, 401
sends the visitor to the login, 404 means that the requested item doesn't exist, and any other code is a failure with
a \`message\` for people. The HTTP status may equal the code or always be 200. It must not be an error if the code is success.

The schemas describe what a backend should send. The site also accepts numbers as strings, strings as numbers, null for
missing fields, and unknown fields. \`npm run check-api -- URL\` reports what a running backend does right, what is missing or
wrong, and what is only tolerated.

The timeout of a call is 50 seconds by default. If a backend has calls at other paths, set them in \`API_PATHS\` by their
\`x-key\`.`;

export const openApiFrame = {
  openapi: "3.1.0",
  info: {
    title: "Content API of the website",
    version: "1.0.0",
    description,
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [
    { url: "https://cms.example", description: "The value of `API_BASE_URL`: an origin, with an optional path." },
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

export const sharedComponents = {
  parameters: {
    Language: {
      name: "Language",
      in: "header",
      required: true,
      example: locales.en.header,
      description: "Language of the texts in the response.",
      schema: { type: "string", enum: localeCodes.map((code) => locales[code].header) },
    },
    RequestId: {
      name: "X-Request-Id",
      in: "header",
      required: false,
      schema: { type: "string" },
      description: "Id of the visitor's request. The site's log and its response to the visitor have the same id.",
    },
    Preview: {
      name: previewHeader,
      in: "header",
      required: false,
      schema: { type: "string" },
      description:
        "A token that your own system has signed with `PREVIEW_SECRET`. Respond with the draft that the token names. The site doesn't cache the response.",
    },
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      required: true,
      schema: { type: "string", minLength: 1 },
      description: "Key of a submission, the same at every attempt to send it.",
      example: "3f0a9c5e-7f0c-4c39-9a53-0f4f1f6f2d11",
    },
  },
  responses: {
    Unauthorized: {
      description:
        "The visitor's token is invalid, or a token is required. The response may also have HTTP status 200, with `code` 401 in its body.",
      content: createFailureContent(401, "Please log in"),
    },
    NotFound: {
      description:
        "The requested item doesn't exist. The response may also have HTTP status 200, with `code` 404 in its body.",
      content: createFailureContent(404, "There is no such item"),
    },
    Refused: {
      description: "The input was refused. The site shows the message to the visitor.",
      content: createFailureContent(400, "Please give a phone number or an email address"),
    },
    Later: {
      description: "The backend is busy. The site retries.",
      headers: retryAfter,
      content: createFailureContent(429, "Please try again later"),
    },
    Failure: {
      description: "Any other failure. For 5xx the site shows a cached page, or its 503 page.",
      headers: retryAfter,
      content: createFailureContent(503, "Down for maintenance"),
    },
  },
  securitySchemes: {
    visitor: {
      type: "http",
      scheme: "bearer",
      description: "The token of `auth.login`. Calls for visitors who aren't logged in have none.",
    },
  },
};

export function createHeaderRefs(method: Method) {
  const names = ["Language", "RequestId", method === "POST" ? "IdempotencyKey" : "Preview"];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
