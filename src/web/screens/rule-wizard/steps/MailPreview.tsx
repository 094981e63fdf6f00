import { useWindowEvent } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseMonth } from '#domain/day.ts'
import { renderTemplate } from '#domain/template.ts'
import type { EmailAccount } from '#web/api/queries.ts'
import classes from './mail.module.css'

const PREVIEW_NUMBER = 100

/** The mail as it will be read, in a frame where nothing of it can do anything. */
export function MailPreview({
  subject,
  body,
  account,
  month,
}: {
  subject: string
  body: string
  account: EmailAccount | undefined
  month: string
}) {
  const { t } = useTranslation()
  const serviceMonth = parseMonth(month)
  const inWords = (text: string) =>
    serviceMonth === null ? text : renderTemplate(text, { folio: PREVIEW_NUMBER, serviceMonth })
  const signature = account === undefined || account.signature === '' ? '' : account.signature
  return (
    <section className={classes.preview} aria-label={t('wizardEmail.preview')}>
      <h3 className={classes.title}>{t('wizardEmail.preview')}</h3>
      <div className={classes.mail}>
        <p className={classes.subject} lang="es">
          {inWords(subject)}
        </p>
        {account !== undefined && (
          <p className={classes.from}>
            {account.full_name === ''
              ? account.email_address
              : `${account.full_name} <${account.email_address}>`}
          </p>
        )}
        <Frame title={t('wizardEmail.previewBody')} content={page(inWords(body), signature)} />
      </div>
      <p className="muted small">{t('wizardEmail.attached')}</p>
    </section>
  )
}

/** The keyboard's focus goes into a frame that scrolls, whose element never matches `:focus`: the window blurs instead. */
function Frame({ title, content }: { title: string; content: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isFocused, setFocused] = useState(false)
  useWindowEvent('blur', () => setFocused(document.activeElement === frame.current))
  useWindowEvent('focus', () => setFocused(false))
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      data-focused={isFocused || undefined}
      title={title}
      sandbox=""
      srcDoc={content}
    />
  )
}

function page(body: string, signature: string): string {
  const end = signature === '' ? '' : `<hr>${signature}`
  return `<!doctype html><html lang="es"><style>${STYLE}</style><body>${body}${end}</body></html>`
}

const STYLE =
  'body{margin:0;padding:14px 16px;font:15px/1.55 system-ui,sans-serif;color:#1a1f1e;background:#fff;overflow-wrap:anywhere}p{margin:0 0 10px}hr{border:0;border-top:1px solid #d9dfdd;margin:14px 0}'
