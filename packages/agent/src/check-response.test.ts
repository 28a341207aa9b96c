import { ProviderError } from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { checkResponse } from "./check-response.ts";

const model = scriptedModel([]);
const message = { role: "assistant", content: "hi" };
const call = { id: "c1", name: "add", rawArguments: "{}" };
const withCall = (entry: unknown) => ({ message: { ...message, toolCalls: [call, entry] } });

describe("checkResponse", () => {
  it.each([
    ["text", { message, finishReason: "stop" }],
    ["no text", { message: { role: "assistant", content: null }, finishReason: "stop" }],
    ["calls", { message: { ...message, toolCalls: [call] }, finishReason: "tool-calls" }],
    ["a refusal of null", { message: { ...message, refusal: null }, finishReason: "stop" }],
    ["a label that is new", { message, finishReason: "tired" }],
  ])("lets a response with %s pass", (_what, response) => {
    expect(() => checkResponse(response, model)).not.toThrow();
  });

  it.each([
    [undefined, "its response is undefined"],
    [null, "its response is null"],
    ["hi", 'its response is "hi"'],
    [{}, "response.message is undefined"],
    [{ message: "hi" }, 'response.message is "hi"'],
    [{ message: { content: "hi" } }, "response.message.role is undefined"],
    [{ message: { ...message, role: "user" } }, 'response.message.role is "user"'],
    [{ message: { role: "assistant" } }, "response.message.content is undefined"],
    [{ message: { ...message, content: 5 } }, "response.message.content is 5"],
    [{ message: { ...message, content: ["hi"] } }, "response.message.content is an array of 1"],
    [{ message: { ...message, refusal: {} } }, "response.message.refusal is an object"],
    [{ message: { ...message, toolCalls: {} } }, "response.message.toolCalls is an object"],
    [{ message: { ...message, toolCalls: "ab" } }, 'response.message.toolCalls is "ab"'],
    [withCall(null), "response.message.toolCalls[1] is null"],
    [withCall({}), "response.message.toolCalls[1].id is undefined"],
    [withCall({ ...call, id: 1 }), "response.message.toolCalls[1].id is 1"],
    [withCall({ ...call, name: null }), "response.message.toolCalls[1].name is null"],
    [withCall({ ...call, rawArguments: {} }), ".toolCalls[1].rawArguments is an object"],
  ])("refuses %j as a failure of the provider", (response, fault) => {
    const check = () => checkResponse(response, model);
    expect(check).toThrow(ProviderError);
    expect(check).toThrow(`The model "scripted" broke its contract: `);
    expect(check).toThrow(`${fault}.`);
    expect(check).toThrow(expect.objectContaining({ errorClass: "protocol" }));
  });
});
