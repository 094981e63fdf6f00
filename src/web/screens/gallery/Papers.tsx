import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DEFAULT_SUBJECT } from '#domain/template.ts'
import { PATHS } from '#web/paths.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { RichText } from '#web/ui/rich-text/RichText.tsx'
import { sampleSheet } from '#web/ui/sheet/sample.ts'
import { Sheet, type SheetContent } from '#web/ui/sheet/Sheet.tsx'
import classes from './Gallery.module.css'

export function Writing() {
  const { t } = useTranslation()
  const [subject, setSubject] = useState(DEFAULT_SUBJECT)
  const [body, setBody] = useState<string>(
    t('gallery.writing.text', { number: '{{numero_documento}}', month: '{{mes}}' }),
  )
  const [empty, setEmpty] = useState('')
  return (
    <div className={classes.halves}>
      <RichText
        label={t('gallery.writing.line')}
        value={subject}
        onChange={setSubject}
        isLine
        variables
      />
      <RichText
        label={t('gallery.writing.wrong')}
        error={t('gallery.writing.error')}
        value={empty}
        onChange={setEmpty}
      />
      <RichText
        label={t('gallery.writing.body')}
        description={t('gallery.writing.bodyHint')}
        value={body}
        onChange={setBody}
        variables
      />
    </div>
  )
}

export function Papers() {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.halves}>
        <Sheet content={sampleSheet()} demonstration={false} label={t('gallery.papers.issued')} />
        <Sheet content={BLANK} demonstration label={t('gallery.papers.blank')} />
      </div>
      <div className={classes.columns}>
        <Facts
          facts={[
            [t('gallery.papers.number'), '1.204'],
            [t('gallery.papers.recipient'), t('gallery.lists.longRecipient')],
          ]}
        />
      </div>
      <div className={classes.row}>
        <BackLink to={PATHS.gallery}>{t('gallery.papers.back')}</BackLink>
        <QrCode text="https://folio.example/d/x" label={t('gallery.papers.qr')} />
        <Logo />
      </div>
    </>
  )
}

const BLANK: SheetContent = {
  folio: null,
  issueDate: null,
  issuer: null,
  recipient: null,
  lines: [],
  neto: null,
  iva: null,
  total: null,
  uf: null,
}
