export { webEs as webEn } from '../es/web.ts'
