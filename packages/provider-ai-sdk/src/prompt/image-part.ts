import { describeValue } from "@rollouts/core";
import type { AiSdkVersion, SupportedUrls } from "../language-model.ts";
import type { FileData, FilePart } from "./prompt-message.ts";

/** Whatever the kind of image: an address does not tell, and providers look at the bytes. */
const anyImage = "image/*";

/** An image that the model cannot be given. */
export class ImageFault extends Error {}

/**
 * The part of a prompt for an image, given as a `data:` URL or as an address that the provider fetches.
 * Nothing is fetched here.
 *
 * @throws ImageFault for an address that the provider does not fetch, and for what is no URL.
 */
export function toImagePart(
  url: string,
  { version, supportedUrls }: { version: AiSdkVersion; supportedUrls: SupportedUrls },
): FilePart {
  if (url.startsWith("data:")) {
    const { mediaType, base64 } = readDataUrl(url);
    const data = version === "v4" ? ({ type: "data", data: base64 } as const) : base64;
    return { type: "file", mediaType, data };
  }
  if (!URL.canParse(url)) throw new ImageFault(`The image ${describeValue(url)} is no URL.`);
  if (!patternsForImages(supportedUrls).some((pattern) => pattern.test(url))) {
    throw new ImageFault(
      `The provider does not fetch the image ${describeValue(url)}. Give it as a data: URL.`,
    );
  }
  return { type: "file", mediaType: anyImage, data: addressOf(url, version) };
}

/** An address in the form of a version. */
export function addressOf(url: string, version: AiSdkVersion): FileData {
  return version === "v4" ? { type: "url", url: new URL(url) } : new URL(url);
}

/** RFC 2397: a media type, perhaps `;base64`, a comma, the data. */
function readDataUrl(url: string): { mediaType: string; base64: string } {
  const comma = url.indexOf(",");
  if (comma === -1) throw new ImageFault("The data: URL of an image has no comma, so no data.");
  const [mediaType, ...parameters] = url.slice("data:".length, comma).split(";");
  const data = url.slice(comma + 1);
  const isBase64 = parameters.some((parameter) => parameter.trim().toLowerCase() === "base64");
  return { mediaType: mediaType || anyImage, base64: isBase64 ? data : encode(data) };
}

function encode(data: string): string {
  try {
    return Buffer.from(decodeURIComponent(data), "utf8").toString("base64");
  } catch {
    throw new ImageFault("The data: URL of an image is neither base64 nor percent-encoded text.");
  }
}

function patternsForImages(supportedUrls: SupportedUrls): readonly RegExp[] {
  return Object.entries(supportedUrls).flatMap(([mediaType, patterns]) => {
    const isForImages = mediaType === "*" || mediaType === "*/*" || mediaType.startsWith("image/");
    return isForImages ? patterns : [];
  });
}
