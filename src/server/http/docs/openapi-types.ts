import type { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export type Content = Record<string, { schema: JsonSchema }>
export type Header = { description: string; schema: JsonSchema }
export type Response =
  | { description: string; headers?: Record<string, Header>; content?: Content }
  | { $ref: string }

export type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response>
}

export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, object>
    responses: Record<string, Response>
    schemas: Record<string, JsonSchema>
  }
}
