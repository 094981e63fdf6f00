import { useSite } from './site-language.ts'
import classes from './Contact.module.css'

/** The form works by its script; what it says on each ending travels in the page, in its language. */
export function Contact() {
  const { contact } = useSite().texts
  return (
    <section id="contacto" className="band" aria-labelledby="contacto-title">
      <div className="bandHead" data-enter="">
        <h2 id="contacto-title">{contact.title}</h2>
        <p>{contact.lead}</p>
      </div>
      <div className={classes.columns} data-enter="">
        <Form />
        <Details />
      </div>
    </section>
  )
}

function Form() {
  const { contact } = useSite().texts
  return (
    <form
      className={classes.form}
      id="contact"
      noValidate
      data-submitting={contact.submitting}
      data-sent={contact.sent}
      data-failed={contact.failed}
      data-throttled={contact.throttled}
    >
      <p className={`${classes.told} unscripted`}>{contact.withoutScript}</p>
      <Field name="name" autoComplete="name" maxLength={120} required={contact.nameRequired} />
      <Field
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required={contact.emailRequired}
        wrong={contact.emailInvalid}
      />
      <Field name="phone" type="tel" autoComplete="tel" maxLength={40} />
      <Field name="message" maxLength={4000} required={contact.messageRequired} />
      <div className={classes.trap} aria-hidden="true">
        <label htmlFor="contact-website">{contact.website}</label>
        <input id="contact-website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <button type="submit" className="button large scripted">
        {contact.submit}
      </button>
      <p className={classes.told} role="status" data-told="" />
    </form>
  )
}

interface FieldProps {
  name: 'name' | 'email' | 'phone' | 'message'
  type?: string
  autoComplete?: string
  maxLength: number
  /** What is said when it is empty; without it the field may be. */
  required?: string
  wrong?: string
}

function Field({ name, type = 'text', required, wrong, ...rest }: FieldProps) {
  const { contact } = useSite().texts
  const id = `contact-${name}`
  const shared = {
    id,
    name,
    required: required !== undefined,
    'aria-describedby': `${id}-problem`,
    'data-required': required,
    'data-wrong': wrong,
    ...rest,
  }
  return (
    <div className={classes.field}>
      <label htmlFor={id}>
        {contact[name]}
        {required === undefined && <span className={classes.optional}> ({contact.optional})</span>}
      </label>
      {name === 'message' ? <textarea rows={5} {...shared} /> : <input type={type} {...shared} />}
      <p className={classes.problem} id={`${id}-problem`} />
    </div>
  )
}

function Details() {
  const { contact } = useSite().texts
  return (
    <dl className={classes.details}>
      <div>
        <dt>{contact.mailTitle}</dt>
        <dd>
          <a href="mailto:{{supportEmail}}">{'{{supportEmail}}'}</a>
        </dd>
      </div>
      <div>
        <dt>{contact.whatsappTitle}</dt>
        <dd className="num">
          <a href="https://wa.me/{{whatsappDigits}}" rel="noreferrer">
            {'{{supportWhatsapp}}'}
          </a>
        </dd>
      </div>
      <div>
        <dt>{contact.hoursTitle}</dt>
        <dd>{contact.hours}</dd>
      </div>
      <div>
        <dt>{contact.answerTitle}</dt>
        <dd>{contact.answer}</dd>
      </div>
    </dl>
  )
}
