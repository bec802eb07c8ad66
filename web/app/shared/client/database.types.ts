// Made by `npm run types` from the running schema.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      access_requests: {
        Row: {
          contact_email: string
          contact_email_masked: string
          created_at: string
          decided_at: string | null
          decided_because: string | null
          decided_by: string | null
          first_name: string
          former_email: string
          former_email_masked: string
          id: string
          last_name: string
          message: string
          neighbourhood_hash: string | null
          phone_masked: string
          phone_number: string
          status: string
        }
        Insert: {
          contact_email: string
          created_at?: string
          decided_at?: string | null
          decided_because?: string | null
          decided_by?: string | null
          first_name: string
          former_email: string
          id?: string
          last_name: string
          message: string
          neighbourhood_hash?: string | null
          phone_number: string
          status?: string
        }
        Update: {
          contact_email?: string
          created_at?: string
          decided_at?: string | null
          decided_because?: string | null
          decided_by?: string | null
          first_name?: string
          former_email?: string
          id?: string
          last_name?: string
          message?: string
          neighbourhood_hash?: string | null
          phone_number?: string
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: 'access_requests_decided_by_fkey'
            columns: ['decided_by']
            isOneToOne: false
            referencedRelation: 'admin_users'
            referencedColumns: ['id']
          },
        ]
      }
      admin_users: {
        Row: {
          created_at: string
          email: string
          email_verified: boolean
          email_verified_at: string | null
          first_name: string
          id: string
          invited_by: string | null
          is_active: boolean
          last_login_at: string | null
          last_name: string
          role_id: string
          supabase_auth_id: string | null
          updated_at: string
        }
        Insert: {
          created_at?: string
          email: string
          email_verified?: boolean
          email_verified_at?: string | null
          first_name?: string
          id?: string
          invited_by?: string | null
          is_active?: boolean
          last_login_at?: string | null
          last_name?: string
          role_id: string
          supabase_auth_id?: string | null
          updated_at?: string
        }
        Update: {
          created_at?: string
          email?: string
          email_verified?: boolean
          email_verified_at?: string | null
          first_name?: string
          id?: string
          invited_by?: string | null
          is_active?: boolean
          last_login_at?: string | null
          last_name?: string
          role_id?: string
          supabase_auth_id?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'admin_users_invited_by_fkey'
            columns: ['invited_by']
            isOneToOne: false
            referencedRelation: 'admin_users'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'admin_users_role_id_fkey'
            columns: ['role_id']
            isOneToOne: false
            referencedRelation: 'roles'
            referencedColumns: ['id']
          },
        ]
      }
      app_settings: {
        Row: {
          is_public: boolean
          key: string
          updated_at: string
          value: Json
          version: number
        }
        Insert: {
          is_public?: boolean
          key: string
          updated_at?: string
          value: Json
          version?: number
        }
        Update: {
          is_public?: boolean
          key?: string
          updated_at?: string
          value?: Json
          version?: number
        }
        Relationships: []
      }
      articles: {
        Row: {
          author_id: string | null
          body: Json
          checked_on: string | null
          cover_url: string | null
          created_at: string
          excerpt_he: string | null
          id: string
          is_published: boolean
          kind: string
          order_index: number
          published_at: string | null
          reading_minutes: number
          related_ids: string[]
          slug: string
          tags: string[]
          title_he: string
          updated_at: string
        }
        Insert: {
          author_id?: string | null
          body?: Json
          checked_on?: string | null
          cover_url?: string | null
          created_at?: string
          excerpt_he?: string | null
          id?: string
          is_published?: boolean
          kind: string
          order_index?: number
          published_at?: string | null
          reading_minutes?: number
          related_ids?: string[]
          slug: string
          tags?: string[]
          title_he: string
          updated_at?: string
        }
        Update: {
          author_id?: string | null
          body?: Json
          checked_on?: string | null
          cover_url?: string | null
          created_at?: string
          excerpt_he?: string | null
          id?: string
          is_published?: boolean
          kind?: string
          order_index?: number
          published_at?: string | null
          reading_minutes?: number
          related_ids?: string[]
          slug?: string
          tags?: string[]
          title_he?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'articles_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'authors'
            referencedColumns: ['id']
          },
        ]
      }
      authors: {
        Row: {
          bio_he: string | null
          created_at: string
          expertise_areas: string[]
          id: string
          image_url: string | null
          name_he: string
          slug: string
          updated_at: string
        }
        Insert: {
          bio_he?: string | null
          created_at?: string
          expertise_areas?: string[]
          id?: string
          image_url?: string | null
          name_he: string
          slug: string
          updated_at?: string
        }
        Update: {
          bio_he?: string | null
          created_at?: string
          expertise_areas?: string[]
          id?: string
          image_url?: string | null
          name_he?: string
          slug?: string
          updated_at?: string
        }
        Relationships: []
      }
      bookmarks: {
        Row: {
          course_id: string
          created_at: string
          id: string
          user_id: string
        }
        Insert: {
          course_id: string
          created_at?: string
          id?: string
          user_id?: string
        }
        Update: {
          course_id?: string
          created_at?: string
          id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'bookmarks_course_id_fkey'
            columns: ['course_id']
            isOneToOne: false
            referencedRelation: 'courses'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'bookmarks_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'users'
            referencedColumns: ['id']
          },
        ]
      }
      categories: {
        Row: {
          created_at: string
          description_he: string | null
          id: string
          is_active: boolean
          is_featured: boolean
          name_he: string
          order_index: number
          slug: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          description_he?: string | null
          id?: string
          is_active?: boolean
          is_featured?: boolean
          name_he: string
          order_index?: number
          slug: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          description_he?: string | null
          id?: string
          is_active?: boolean
          is_featured?: boolean
          name_he?: string
          order_index?: number
          slug?: string
          updated_at?: string
        }
        Relationships: []
      }
      consent_events: {
        Row: {
          document_version_id: string | null
          granted: boolean
          id: string
          occurred_at: string
          purpose: string
          subject_key: string | null
          text_hash: string | null
          user_id: string | null
        }
        Insert: {
          document_version_id?: string | null
          granted: boolean
          id?: string
          occurred_at?: string
          purpose: string
          subject_key?: string | null
          text_hash?: string | null
          user_id?: string | null
        }
        Update: {
          document_version_id?: string | null
          granted?: boolean
          id?: string
          occurred_at?: string
          purpose?: string
          subject_key?: string | null
          text_hash?: string | null
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'consent_events_document_version_id_fkey'
            columns: ['document_version_id']
            isOneToOne: false
            referencedRelation: 'legal_document_versions'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'consent_events_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'users'
            referencedColumns: ['id']
          },
        ]
      }
      course_completions: {
        Row: {
          completed_at: string
          course_id: string
          id: string
          lesson_count: number
          lesson_ids: string[]
          user_id: string
        }
        Insert: {
          completed_at?: string
          course_id: string
          id?: string
          lesson_count: number
          lesson_ids?: string[]
          user_id: string
        }
        Update: {
          completed_at?: string
          course_id?: string
          id?: string
          lesson_count?: number
          lesson_ids?: string[]
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'course_completions_course_id_fkey'
            columns: ['course_id']
            isOneToOne: false
            referencedRelation: 'courses'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'course_completions_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'users'
            referencedColumns: ['id']
          },
        ]
      }
      courses: {
        Row: {
          author_expertise_areas: string[] | null
          author_id: string | null
          author_image_url: string | null
          author_name: string | null
          category_id: string | null
          created_at: string
          description_he: string | null
          duration_minutes: number
          id: string
          is_published: boolean
          level: string | null
          order_index: number
          status: string
          thumbnail_url: string | null
          title_he: string
          updated_at: string
          vimeo_folder_id: string | null
        }
        Insert: {
          author_expertise_areas?: string[] | null
          author_id?: string | null
          author_image_url?: string | null
          author_name?: string | null
          category_id?: string | null
          created_at?: string
          description_he?: string | null
          duration_minutes?: number
          id?: string
          is_published?: boolean
          level?: string | null
          order_index?: number
          status?: string
          thumbnail_url?: string | null
          title_he: string
          updated_at?: string
          vimeo_folder_id?: string | null
        }
        Update: {
          author_expertise_areas?: string[] | null
          author_id?: string | null
          author_image_url?: string | null
          author_name?: string | null
          category_id?: string | null
          created_at?: string
          description_he?: string | null
          duration_minutes?: number
          id?: string
          is_published?: boolean
          level?: string | null
          order_index?: number
          status?: string
          thumbnail_url?: string | null
          title_he?: string
          updated_at?: string
          vimeo_folder_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'courses_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'authors'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'courses_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
        ]
      }
      finance_fact_corrections: {
        Row: {
          corrected_at: string
          fact_id: string
          id: number
          reason_he: string | null
          said_before: string
          says: string
        }
        Insert: {
          corrected_at?: string
          fact_id: string
          id?: number
          reason_he?: string | null
          said_before: string
          says: string
        }
        Update: {
          corrected_at?: string
          fact_id?: string
          id?: number
          reason_he?: string | null
          said_before?: string
          says?: string
        }
        Relationships: [
          {
            foreignKeyName: 'finance_fact_corrections_fact_id_fkey'
            columns: ['fact_id']
            isOneToOne: false
            referencedRelation: 'finance_facts'
            referencedColumns: ['id']
          },
        ]
      }
      finance_facts: {
        Row: {
          brackets: Json
          checked_on: string | null
          created_at: string
          id: string
          is_published: boolean
          name_he: string
          note_he: string | null
          published_at: string | null
          reason_he: string | null
          review_by: string | null
          slug: string
          source_name: string | null
          source_url: string | null
          type: string
          unit: string
          updated_at: string
          valid_from: string | null
          valid_to: string | null
          value: number | null
        }
        Insert: {
          brackets?: Json
          checked_on?: string | null
          created_at?: string
          id?: string
          is_published?: boolean
          name_he: string
          note_he?: string | null
          published_at?: string | null
          reason_he?: string | null
          review_by?: string | null
          slug: string
          source_name?: string | null
          source_url?: string | null
          type?: string
          unit?: string
          updated_at?: string
          valid_from?: string | null
          valid_to?: string | null
          value?: number | null
        }
        Update: {
          brackets?: Json
          checked_on?: string | null
          created_at?: string
          id?: string
          is_published?: boolean
          name_he?: string
          note_he?: string | null
          published_at?: string | null
          reason_he?: string | null
          review_by?: string | null
          slug?: string
          source_name?: string | null
          source_url?: string | null
          type?: string
          unit?: string
          updated_at?: string
          valid_from?: string | null
          valid_to?: string | null
          value?: number | null
        }
        Relationships: []
      }
      invitation_history: {
        Row: {
          accepted_at: string | null
          created_at: string
          email: string
          expires_at: string
          first_name: string
          id: string
          invitation_token: string
          invited_by: string | null
          last_name: string
          role_id: string
          status: string
          updated_at: string
        }
        Insert: {
          accepted_at?: string | null
          created_at?: string
          email: string
          expires_at?: string
          first_name?: string
          id?: string
          invitation_token: string
          invited_by?: string | null
          last_name?: string
          role_id: string
          status?: string
          updated_at?: string
        }
        Update: {
          accepted_at?: string | null
          created_at?: string
          email?: string
          expires_at?: string
          first_name?: string
          id?: string
          invitation_token?: string
          invited_by?: string | null
          last_name?: string
          role_id?: string
          status?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'invitation_history_invited_by_fkey'
            columns: ['invited_by']
            isOneToOne: false
            referencedRelation: 'admin_users'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'invitation_history_role_id_fkey'
            columns: ['role_id']
            isOneToOne: false
            referencedRelation: 'roles'
            referencedColumns: ['id']
          },
        ]
      }
      legal_document_versions: {
        Row: {
          awaits_review: boolean
          body: Json
          created_at: string
          demands_acceptance: boolean
          document_id: string
          effective_at: string
          id: string
          is_published: boolean
          summary_he: string | null
          text_hash: string
          version: number
          withdrawn_at: string | null
        }
        Insert: {
          awaits_review?: boolean
          body: Json
          created_at?: string
          demands_acceptance?: boolean
          document_id: string
          effective_at?: string
          id?: string
          is_published?: boolean
          summary_he?: string | null
          text_hash: string
          version: number
          withdrawn_at?: string | null
        }
        Update: {
          awaits_review?: boolean
          body?: Json
          created_at?: string
          demands_acceptance?: boolean
          document_id?: string
          effective_at?: string
          id?: string
          is_published?: boolean
          summary_he?: string | null
          text_hash?: string
          version?: number
          withdrawn_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'legal_document_versions_document_id_fkey'
            columns: ['document_id']
            isOneToOne: false
            referencedRelation: 'legal_documents'
            referencedColumns: ['id']
          },
        ]
      }
      legal_documents: {
        Row: {
          created_at: string
          id: string
          slug: string
          title_he: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          id?: string
          slug: string
          title_he: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          id?: string
          slug?: string
          title_he?: string
          updated_at?: string
        }
        Relationships: []
      }
      lesson_answers: {
        Row: {
          body: string
          id: string
          lesson_id: string
          message_id: string | null
          position_seconds: number
          published_at: string
          published_by: string | null
          question: string | null
        }
        Insert: {
          body: string
          id?: string
          lesson_id: string
          message_id?: string | null
          position_seconds: number
          published_at?: string
          published_by?: string | null
          question?: string | null
        }
        Update: {
          body?: string
          id?: string
          lesson_id?: string
          message_id?: string | null
          position_seconds?: number
          published_at?: string
          published_by?: string | null
          question?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'lesson_answers_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lesson_contents'
            referencedColumns: ['lesson_id']
          },
          {
            foreignKeyName: 'lesson_answers_message_id_fkey'
            columns: ['message_id']
            isOneToOne: true
            referencedRelation: 'support_messages'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'lesson_answers_published_by_fkey'
            columns: ['published_by']
            isOneToOne: false
            referencedRelation: 'admin_users'
            referencedColumns: ['id']
          },
        ]
      }
      lesson_contents: {
        Row: {
          attachments: Json
          captions: Json
          chapters: Json
          created_at: string
          lesson_id: string
          poster_url: string | null
          previews_url: string | null
          provider: string
          summary_he: string | null
          transcript: Json
          updated_at: string
          video_ref: string | null
        }
        Insert: {
          attachments?: Json
          captions?: Json
          chapters?: Json
          created_at?: string
          lesson_id: string
          poster_url?: string | null
          previews_url?: string | null
          provider?: string
          summary_he?: string | null
          transcript?: Json
          updated_at?: string
          video_ref?: string | null
        }
        Update: {
          attachments?: Json
          captions?: Json
          chapters?: Json
          created_at?: string
          lesson_id?: string
          poster_url?: string | null
          previews_url?: string | null
          provider?: string
          summary_he?: string | null
          transcript?: Json
          updated_at?: string
          video_ref?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'lesson_contents_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: true
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
        ]
      }
      lesson_notes: {
        Row: {
          body: string
          course_id: string
          created_at: string
          id: string
          lesson_id: string
          position_seconds: number
          updated_at: string
          user_id: string
        }
        Insert: {
          body: string
          course_id: string
          created_at?: string
          id?: string
          lesson_id: string
          position_seconds: number
          updated_at?: string
          user_id?: string
        }
        Update: {
          body?: string
          course_id?: string
          created_at?: string
          id?: string
          lesson_id?: string
          position_seconds?: number
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'lesson_notes_course_id_fkey'
            columns: ['course_id']
            isOneToOne: false
            referencedRelation: 'courses'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'lesson_notes_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'lesson_notes_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'users'
            referencedColumns: ['id']
          },
        ]
      }
      lessons: {
        Row: {
          course_id: string
          created_at: string
          description_he: string | null
          duration_seconds: number
          id: string
          is_published: boolean
          order_index: number
          title_he: string
          updated_at: string
        }
        Insert: {
          course_id: string
          created_at?: string
          description_he?: string | null
          duration_seconds?: number
          id?: string
          is_published?: boolean
          order_index?: number
          title_he: string
          updated_at?: string
        }
        Update: {
          course_id?: string
          created_at?: string
          description_he?: string | null
          duration_seconds?: number
          id?: string
          is_published?: boolean
          order_index?: number
          title_he?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'lessons_course_id_fkey'
            columns: ['course_id']
            isOneToOne: false
            referencedRelation: 'courses'
            referencedColumns: ['id']
          },
        ]
      }
      permissions: {
        Row: {
          created_at: string
          id: string
          name: string
        }
        Insert: {
          created_at?: string
          id?: string
          name: string
        }
        Update: {
          created_at?: string
          id?: string
          name?: string
        }
        Relationships: []
      }
      quiz_versions: {
        Row: {
          attempts_allowed: number | null
          intro_he: string
          pass_percent: number
          published_at: string
          question_count: number
          quiz_id: string
          review: string
          shuffle_questions: boolean
          time_limit_minutes: number | null
          title_he: string
          version: number
          wait_minutes: number
        }
        Insert: {
          attempts_allowed?: number | null
          intro_he?: string
          pass_percent: number
          published_at?: string
          question_count: number
          quiz_id: string
          review?: string
          shuffle_questions?: boolean
          time_limit_minutes?: number | null
          title_he: string
          version: number
          wait_minutes?: number
        }
        Update: {
          attempts_allowed?: number | null
          intro_he?: string
          pass_percent?: number
          published_at?: string
          question_count?: number
          quiz_id?: string
          review?: string
          shuffle_questions?: boolean
          time_limit_minutes?: number | null
          title_he?: string
          version?: number
          wait_minutes?: number
        }
        Relationships: [
          {
            foreignKeyName: 'quiz_versions_quiz_id_fkey'
            columns: ['quiz_id']
            isOneToOne: false
            referencedRelation: 'quizzes'
            referencedColumns: ['id']
          },
        ]
      }
      quizzes: {
        Row: {
          course_id: string
          created_at: string
          id: string
          is_published: boolean
          lesson_id: string | null
          order_index: number
          purpose: string
          updated_at: string
          version: number | null
        }
        Insert: {
          course_id: string
          created_at?: string
          id?: string
          is_published?: boolean
          lesson_id?: string | null
          order_index?: number
          purpose?: string
          updated_at?: string
          version?: number | null
        }
        Update: {
          course_id?: string
          created_at?: string
          id?: string
          is_published?: boolean
          lesson_id?: string | null
          order_index?: number
          purpose?: string
          updated_at?: string
          version?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'quizzes_course_id_fkey'
            columns: ['course_id']
            isOneToOne: false
            referencedRelation: 'courses'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'quizzes_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'quizzes_version_fkey'
            columns: ['id', 'version']
            isOneToOne: false
            referencedRelation: 'quiz_versions'
            referencedColumns: ['quiz_id', 'version']
          },
        ]
      }
      record_views: {
        Row: {
          id: number
          noted_in: string
          occurred_at: string
          student_id: string
          viewer_first_name: string
          viewer_id: string | null
          viewer_role: string
          what: string
        }
        Insert: {
          id?: number
          noted_in?: string
          occurred_at?: string
          student_id: string
          viewer_first_name: string
          viewer_id?: string | null
          viewer_role: string
          what: string
        }
        Update: {
          id?: number
          noted_in?: string
          occurred_at?: string
          student_id?: string
          viewer_first_name?: string
          viewer_id?: string | null
          viewer_role?: string
          what?: string
        }
        Relationships: [
          {
            foreignKeyName: 'record_views_student_id_fkey'
            columns: ['student_id']
            isOneToOne: false
            referencedRelation: 'users'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'record_views_viewer_id_fkey'
            columns: ['viewer_id']
            isOneToOne: false
            referencedRelation: 'admin_users'
            referencedColumns: ['id']
          },
        ]
      }
      role_permissions: {
        Row: {
          created_at: string
          id: string
          permission_id: string
          role_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          permission_id: string
          role_id: string
        }
        Update: {
          created_at?: string
          id?: string
          permission_id?: string
          role_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'role_permissions_permission_id_fkey'
            columns: ['permission_id']
            isOneToOne: false
            referencedRelation: 'permissions'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'role_permissions_role_id_fkey'
            columns: ['role_id']
            isOneToOne: false
            referencedRelation: 'roles'
            referencedColumns: ['id']
          },
        ]
      }
      roles: {
        Row: {
          created_at: string
          id: string
          level: number
          name: string
        }
        Insert: {
          created_at?: string
          id?: string
          level: number
          name: string
        }
        Update: {
          created_at?: string
          id?: string
          level?: number
          name?: string
        }
        Relationships: []
      }
      saved_views: {
        Row: {
          created_at: string
          id: string
          name: string
          owner_id: string
          page: string
          query: string
        }
        Insert: {
          created_at?: string
          id?: string
          name: string
          owner_id?: string
          page: string
          query: string
        }
        Update: {
          created_at?: string
          id?: string
          name?: string
          owner_id?: string
          page?: string
          query?: string
        }
        Relationships: [
          {
            foreignKeyName: 'saved_views_owner_id_fkey'
            columns: ['owner_id']
            isOneToOne: false
            referencedRelation: 'admin_users'
            referencedColumns: ['id']
          },
        ]
      }
      support_messages: {
        Row: {
          author_id: string | null
          author_kind: string
          body: string
          channel: string
          created_at: string
          from_staff: boolean
          id: string
          mail_message_id: string | null
          ticket_id: string
        }
        Insert: {
          author_id?: string | null
          author_kind?: string
          body: string
          channel?: string
          created_at?: string
          from_staff?: boolean
          id?: string
          mail_message_id?: string | null
          ticket_id: string
        }
        Update: {
          author_id?: string | null
          author_kind?: string
          body?: string
          channel?: string
          created_at?: string
          from_staff?: boolean
          id?: string
          mail_message_id?: string | null
          ticket_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'support_messages_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'admin_users'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'support_messages_ticket_id_fkey'
            columns: ['ticket_id']
            isOneToOne: false
            referencedRelation: 'support_tickets'
            referencedColumns: ['id']
          },
        ]
      }
      support_tickets: {
        Row: {
          assignee_id: string | null
          channel: string
          course_id: string | null
          created_at: string
          email: string
          first_answer_at: string | null
          first_answer_due_at: string | null
          id: string
          is_spam: boolean
          last_from_staff: boolean
          last_message_at: string
          lesson_id: string | null
          merged_into: string | null
          name: string
          position_seconds: number | null
          priority: number
          satisfaction: string | null
          satisfaction_at: string | null
          satisfaction_note: string | null
          snoozed_until: string | null
          status: string
          subject: string
          tags: string[]
          updated_at: string
          user_id: string | null
        }
        Insert: {
          assignee_id?: string | null
          channel?: string
          course_id?: string | null
          created_at?: string
          email: string
          first_answer_at?: string | null
          first_answer_due_at?: string | null
          id?: string
          is_spam?: boolean
          last_from_staff?: boolean
          last_message_at?: string
          lesson_id?: string | null
          merged_into?: string | null
          name: string
          position_seconds?: number | null
          priority?: number
          satisfaction?: string | null
          satisfaction_at?: string | null
          satisfaction_note?: string | null
          snoozed_until?: string | null
          status?: string
          subject: string
          tags?: string[]
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          assignee_id?: string | null
          channel?: string
          course_id?: string | null
          created_at?: string
          email?: string
          first_answer_at?: string | null
          first_answer_due_at?: string | null
          id?: string
          is_spam?: boolean
          last_from_staff?: boolean
          last_message_at?: string
          lesson_id?: string | null
          merged_into?: string | null
          name?: string
          position_seconds?: number | null
          priority?: number
          satisfaction?: string | null
          satisfaction_at?: string | null
          satisfaction_note?: string | null
          snoozed_until?: string | null
          status?: string
          subject?: string
          tags?: string[]
          updated_at?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'support_tickets_assignee_id_fkey'
            columns: ['assignee_id']
            isOneToOne: false
            referencedRelation: 'admin_users'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'support_tickets_course_id_fkey'
            columns: ['course_id']
            isOneToOne: false
            referencedRelation: 'courses'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'support_tickets_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'support_tickets_merged_into_fkey'
            columns: ['merged_into']
            isOneToOne: false
            referencedRelation: 'support_tickets'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'support_tickets_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'users'
            referencedColumns: ['id']
          },
        ]
      }
      user_progress: {
        Row: {
          completed: boolean
          completed_at: string | null
          course_id: string
          created_at: string
          id: string
          last_watched: string
          lesson_id: string
          progress_seconds: number
          updated_at: string
          user_id: string
          watch_progress: number | null
          watched_pieces: Json | null
          watched_ranges: string | null
          watched_seconds: number
          watched_until: number
        }
        Insert: {
          completed?: boolean
          completed_at?: string | null
          course_id: string
          created_at?: string
          id?: string
          last_watched?: string
          lesson_id: string
          progress_seconds?: number
          updated_at?: string
          user_id?: string
          watch_progress?: number | null
          watched_pieces?: Json | null
          watched_ranges?: string | null
          watched_seconds?: number
          watched_until?: number
        }
        Update: {
          completed?: boolean
          completed_at?: string | null
          course_id?: string
          created_at?: string
          id?: string
          last_watched?: string
          lesson_id?: string
          progress_seconds?: number
          updated_at?: string
          user_id?: string
          watch_progress?: number | null
          watched_pieces?: Json | null
          watched_ranges?: string | null
          watched_seconds?: number
          watched_until?: number
        }
        Relationships: [
          {
            foreignKeyName: 'user_progress_course_id_fkey'
            columns: ['course_id']
            isOneToOne: false
            referencedRelation: 'courses'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'user_progress_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'user_progress_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'users'
            referencedColumns: ['id']
          },
        ]
      }
      users: {
        Row: {
          consent_given_at: string | null
          created_at: string
          deletion_due_at: string | null
          details_version: number
          email: string
          email_verified: boolean
          email_verified_at: string | null
          first_name: string
          id: string
          is_active: boolean
          last_login_at: string | null
          last_name: string
          marketing_consent: boolean
          phone_number: string | null
          phone_owed: boolean
          privacy_consent: boolean
          terms_consent: boolean
          updated_at: string
        }
        Insert: {
          consent_given_at?: string | null
          created_at?: string
          deletion_due_at?: string | null
          details_version?: number
          email: string
          email_verified?: boolean
          email_verified_at?: string | null
          first_name?: string
          id?: string
          is_active?: boolean
          last_login_at?: string | null
          last_name?: string
          marketing_consent?: boolean
          phone_number?: string | null
          phone_owed?: boolean
          privacy_consent?: boolean
          terms_consent?: boolean
          updated_at?: string
        }
        Update: {
          consent_given_at?: string | null
          created_at?: string
          deletion_due_at?: string | null
          details_version?: number
          email?: string
          email_verified?: boolean
          email_verified_at?: string | null
          first_name?: string
          id?: string
          is_active?: boolean
          last_login_at?: string | null
          last_name?: string
          marketing_consent?: boolean
          phone_number?: string | null
          phone_owed?: boolean
          privacy_consent?: boolean
          terms_consent?: boolean
          updated_at?: string
        }
        Relationships: []
      }
    }
    Views: {}
    Functions: {
      accept_admin_invitation: { Args: { token_input: string }; Returns: Json }
      accept_legal_documents: { Args: { version_ids: string[] }; Returns: undefined }
      accessibility_state: { Args: Record<PropertyKey, never>; Returns: Json }
      add_media_file: { Args: { id: string; name: string }; Returns: Json }
      analytics_course: { Args: { course: string; first: string; last: string }; Returns: Json }
      analytics_courses: { Args: { first: string; last: string }; Returns: Json }
      analytics_lesson: { Args: { lesson: string }; Returns: Json }
      analytics_overview: { Args: { first: string; last: string }; Returns: Json }
      analytics_test: { Args: { quiz: string }; Returns: Json }
      analytics_tests: { Args: { first: string; last: string }; Returns: Json }
      analytics_work: { Args: { first: string; last: string }; Returns: Json }
      answer_review_turn: { Args: { turn: string; answer: Json; confidence?: string }; Returns: undefined }
      answer_ticket: { Args: { ticket_id: string; message_id: string; body: string; status: string; seen_id?: string }; Returns: undefined }
      apply_registration: { Args: { request_hash: string }; Returns: Json }
      article_tag_names: { Args: Record<PropertyKey, never>; Returns: Json }
      attend_content: { Args: { kind: string; id: string; writing?: boolean; leaving?: boolean }; Returns: Json }
      audit_line: { Args: { line_id: number }; Returns: Json }
      be_at_ticket: { Args: { ticket_id: string; is_typing: boolean }; Returns: Json }
      begin_backup: { Args: Record<PropertyKey, never>; Returns: string }
      begin_campaign_test: { Args: { campaign_id: string }; Returns: Json }
      begin_email_change: { Args: Record<PropertyKey, never>; Returns: undefined }
      begin_quiz_attempt: { Args: { quiz: string; attempt: string }; Returns: string }
      begin_registration: { Args: { request_hash: string; email: string; first_name: string; last_name: string; phone_number: string; marketing_consent: boolean; privacy_consent: boolean; terms_consent: boolean }; Returns: Json }
      begin_review_turn: { Args: { turn: string }; Returns: string }
      begin_second_step: { Args: Record<PropertyKey, never>; Returns: undefined }
      begin_student_viewing: { Args: { student_id: string; reason: string }; Returns: undefined }
      begin_test_mail: { Args: Record<PropertyKey, never>; Returns: string }
      block_ticket_sender: { Args: { ticket_id: string; blocked: boolean }; Returns: undefined }
      bury_review_turn: { Args: { turn: string }; Returns: undefined }
      campaign_audience: { Args: { audience: Json; kind: string }; Returns: Json }
      cancel_account_deletion: { Args: Record<PropertyKey, never>; Returns: boolean }
      cancel_my_email_change: { Args: Record<PropertyKey, never>; Returns: undefined }
      change_contents: { Args: { kind: string; action: string; records: Json; changes?: Json }; Returns: Json }
      change_student_tag: { Args: { student_ids: string[]; tag: string; has: boolean }; Returns: Json }
      change_tickets: { Args: { changes: Json }; Returns: Json }
      check_admin_sign_in: { Args: { email: string }; Returns: Json }
      content_history: { Args: { kind: string; id: string }; Returns: Json }
      content_redirect: { Args: { kind: string; slug: string }; Returns: string }
      correct_student: { Args: { student_id: string; version: number; changes: Json }; Returns: Json }
      create_admin_invitation: { Args: { email: string; role_name: string; first_name?: string; last_name?: string }; Returns: Json }
      create_campaign: { Args: { name: string; copy_of?: string }; Returns: Json }
      create_content: { Args: { kind: string; id: string; changes: Json }; Returns: Json }
      decide_access_request: { Args: { request_id: string; granted: boolean; reason: string }; Returns: undefined }
      decide_approval: { Args: { request_id: string; approved: boolean }; Returns: undefined }
      decide_outgoing: { Args: { hold_id: string; kinds: string[]; choice: string; reason: string }; Returns: Json }
      delete_analytics_note: { Args: { note: string }; Returns: boolean }
      delete_canned_reply: { Args: { reply_id: string }; Returns: undefined }
      delete_student_note: { Args: { student_id: string; note_id: string }; Returns: undefined }
      describe_answer_rating: { Args: { token_input: string }; Returns: Json }
      describe_media_file: { Args: { id: string; alt_he: string; focus_x: number; focus_y: number }; Returns: Json }
      describe_not_me: { Args: { token_input: string }; Returns: Json }
      describe_unsubscribe_link: { Args: { token_input: string }; Returns: Json }
      drop_working_copy: { Args: { kind: string; id: string }; Returns: undefined }
      duplicate_content: { Args: { kind: string; id: string; copy: string }; Returns: Json }
      end_content_previews: { Args: { kind: string; id: string }; Returns: number }
      end_my_session: { Args: { session_id: string }; Returns: undefined }
      end_staff_sessions: { Args: { admin_id: string }; Returns: number }
      end_student_sessions: { Args: { student_id: string; reason: string }; Returns: number }
      end_student_viewing: { Args: Record<PropertyKey, never>; Returns: boolean }
      explain_access: { Args: { admin_id: string; permission?: string; role_names?: string[] }; Returns: Json }
      explain_reach: { Args: { admin_id: string; target_id: string; action: string }; Returns: Json }
      export_my_data: { Args: Record<PropertyKey, never>; Returns: Json }
      fact_uses: { Args: { id: string }; Returns: Json }
      help_with_second_step: { Args: { student_id: string; reason: string }; Returns: undefined }
      import_lessons: { Args: { course: string; videos: Json }; Returns: Json }
      issue_certificate: { Args: { course: string; first_name: string; last_name: string }; Returns: string }
      keep_staff_session: { Args: Record<PropertyKey, never>; Returns: Json }
      keep_working_copy: { Args: { kind: string; id: string; version: number; before: Json; changes: Json }; Returns: string }
      lesson_move_outlook: { Args: { lesson: string; course: string }; Returns: Json }
      lift_suppression: { Args: { suppression_id: string; reason: string }; Returns: boolean }
      link_admin_account: { Args: Record<PropertyKey, never>; Returns: Json }
      list_analytics_notes: { Args: { first: string; last: string }; Returns: Json }
      list_approvals: { Args: Record<PropertyKey, never>; Returns: Json }
      list_audit_lines: { Args: { query: Json }; Returns: Json }
      list_campaign_recipients: { Args: { query: Json }; Returns: Json }
      list_campaigns: { Args: { query: Json }; Returns: Json }
      list_content: { Args: { query: Json }; Returns: Json }
      list_decided_requests: { Args: { query?: Json }; Returns: Json }
      list_finance_facts: { Args: { search?: string; overdue?: boolean }; Returns: Json }
      list_legal_documents: { Args: Record<PropertyKey, never>; Returns: Json }
      list_links_to: { Args: { kind: string; id: string }; Returns: Json }
      list_media_files: { Args: { query: Json }; Returns: Json }
      list_my_notifications: { Args: Record<PropertyKey, never>; Returns: Json }
      list_my_sessions: { Args: Record<PropertyKey, never>; Returns: { id: string; created_at: string; last_used_at: string; user_agent: string; address: string; is_current: boolean }[] }
      list_my_sign_ins: { Args: Record<PropertyKey, never>; Returns: { signed_in_at: string; browser: string; system: string; address: string; with_app: boolean; is_open: boolean }[] }
      list_outgoing: { Args: { kind: string }; Returns: Json }
      list_refused_mails: { Args: { query: Json }; Returns: Json }
      list_security_events: { Args: { query: Json }; Returns: Json }
      list_students: { Args: { query: Json }; Returns: Json }
      list_suppressions: { Args: { query: Json }; Returns: Json }
      list_team: { Args: Record<PropertyKey, never>; Returns: Json }
      list_tickets: { Args: { query: Json }; Returns: Json }
      list_undelivered_mails: { Args: { query: Json }; Returns: Json }
      mail_causes: { Args: Record<PropertyKey, never>; Returns: Json }
      mail_delivery: { Args: { request_key: string }; Returns: Json }
      mailed_link_account: { Args: { token_input: string }; Returns: Json }
      make_backup_link: { Args: { file: string }; Returns: string }
      make_content_preview: { Args: { kind: string; id: string; hours: number }; Returns: Json }
      make_recovery_codes: { Args: Record<PropertyKey, never>; Returns: Json }
      match_access_request: { Args: { request_id: string }; Returns: Json }
      may_open_lesson_file: { Args: { bucket: string; path: string }; Returns: boolean }
      merge_tickets: { Args: { ticket_id: string; into_id: string }; Returns: undefined }
      move_content: { Args: { kind: string; id: string; before?: string; behind?: string; place?: number; step?: number }; Returns: Json }
      move_lesson: { Args: { lesson: string; course: string }; Returns: Json }
      move_student_phone: { Args: { student_id: string; phone_number: string; reason: string }; Returns: undefined }
      mute_notifications: { Args: { kind: string; muted: boolean }; Returns: undefined }
      my_certificate: { Args: { course: string }; Returns: Json }
      my_course_gain: { Args: { course: string }; Returns: Json }
      my_courses: { Args: Record<PropertyKey, never>; Returns: { course_id: string; title_he: string; thumbnail_url: string; category_name: string; lesson_count: number; published_seconds: number; completed_lessons: number; watched_seconds: number; last_watched: string; last_lesson_id: string; last_lesson_title: string; position_seconds: number; completed_at: string; new_lessons: number }[] }
      my_email_change: { Args: Record<PropertyKey, never>; Returns: Json }
      my_quiz_attempts: { Args: { quiz: string }; Returns: Json }
      my_quizzes: { Args: { course?: string }; Returns: Json }
      my_review_deck: { Args: Record<PropertyKey, never>; Returns: Json }
      my_ticket_files: { Args: { ticket_id: string }; Returns: Json }
      my_unread_notifications: { Args: Record<PropertyKey, never>; Returns: number }
      my_viewed_pages: { Args: { view_id: number }; Returns: Json }
      note_analytics_export: { Args: { part: string; format: string; first: string; last: string }; Returns: undefined }
      note_on_ticket: { Args: { ticket_id: string; note_id: string; body: string }; Returns: undefined }
      note_verification_mail: { Args: { student_id: string }; Returns: undefined }
      open_audit_export: { Args: { query: Json; format: string }; Returns: Json }
      open_mail_recipient: { Args: { mail_id: string }; Returns: undefined }
      open_recipients_export: { Args: { query: Json; format: string }; Returns: Json }
      open_refused_mail: { Args: { mail_id: string }; Returns: undefined }
      open_student_data: { Args: { student_id: string; reason: string }; Returns: undefined }
      open_student_record: { Args: { student_id: string }; Returns: undefined }
      open_students_export: { Args: { query: Json; format: string }; Returns: Json }
      open_support_ticket: { Args: { subject: string; body: string; name?: string; email?: string; course_id?: string; lesson_id?: string; position_seconds?: number }; Returns: string }
      open_ticket: { Args: { ticket_id: string }; Returns: undefined }
      open_tickets_export: { Args: { query: Json; format: string }; Returns: Json }
      open_viewed_page: { Args: { kind: string; page_id: string }; Returns: undefined }
      operations_overview: { Args: Record<PropertyKey, never>; Returns: Json }
      owed_legal_documents: { Args: Record<PropertyKey, never>; Returns: Json }
      owes_acceptance: { Args: { null: string }; Returns: boolean }
      page_version: { Args: Record<PropertyKey, never>; Returns: string }
      permission_map: { Args: Record<PropertyKey, never>; Returns: Json }
      publish_answer: { Args: { message_id: string; second: number; question: string; body: string }; Returns: undefined }
      publish_content: { Args: { kind: string; id: string; version: number; waiver?: string }; Returns: Json }
      publish_legal_draft: { Args: { slug: string; version: number; effective_at?: string }; Returns: Json }
      quiz_statistics: { Args: { id: string }; Returns: Json }
      rate_answer: { Args: { token_input: string; satisfaction: string }; Returns: Json }
      rate_ticket: { Args: { ticket_id: string; satisfaction: string; note?: string }; Returns: undefined }
      read_admin_invitation: { Args: { token_input: string }; Returns: Json }
      read_audit_export: { Args: { export_id: string; place?: Json }; Returns: Json }
      read_backups: { Args: Record<PropertyKey, never>; Returns: Json }
      read_campaign: { Args: { campaign_id: string }; Returns: Json }
      read_content: { Args: { kind: string; id: string }; Returns: Json }
      read_content_preview: { Args: { token: string }; Returns: Json }
      read_legal_document: { Args: { slug: string }; Returns: Json }
      read_lesson_folder: { Args: { course: string }; Returns: string }
      read_mail_recipient: { Args: { mail_id: string }; Returns: string }
      read_media_uses: { Args: { id: string }; Returns: Json }
      read_my_notifications: { Args: { ids?: string[] }; Returns: number }
      read_outgoing_hold: { Args: Record<PropertyKey, never>; Returns: Json }
      read_quiz_attempt: { Args: { attempt: string }; Returns: Json }
      read_refused_mail: { Args: { mail_id: string }; Returns: Json }
      read_review_turn: { Args: { turn: string }; Returns: Json }
      read_settings: { Args: Record<PropertyKey, never>; Returns: Json }
      read_student_data: { Args: { student_id: string }; Returns: Json }
      read_student_record: { Args: { student_id: string }; Returns: Json }
      read_student_viewing: { Args: Record<PropertyKey, never>; Returns: Json }
      read_students_export: { Args: { export_id: string; place?: Json }; Returns: Json }
      read_support_settings: { Args: Record<PropertyKey, never>; Returns: Json }
      read_ticket: { Args: { ticket_id: string }; Returns: Json }
      read_ticket_mails: { Args: { ticket_id: string }; Returns: Json }
      read_tickets_export: { Args: { export_id: string; place?: Json }; Returns: Json }
      read_viewed_course: { Args: { course_id: string }; Returns: Json }
      read_viewed_lesson: { Args: { lesson_id: string }; Returns: Json }
      read_working_copy: { Args: { kind: string; id: string }; Returns: Json }
      record_cookie_choice: { Args: { analytics: boolean; marketing: boolean; preferences: boolean; subject_key?: string }; Returns: undefined }
      recovery_codes_left: { Args: Record<PropertyKey, never>; Returns: Json }
      redeem_mail_code: { Args: { email: string; code: string; purpose: string }; Returns: string }
      registration_of_link: { Args: { request_hash: string; token_input: string }; Returns: Json }
      related_articles: { Args: { null: string }; Returns: string[] }
      replace_media_file: { Args: { id: string; replacement: string; seen: string }; Returns: number }
      reply_to_ticket: { Args: { ticket_id: string; message_id: string; body: string }; Returns: undefined }
      report_not_me: { Args: { token_input: string }; Returns: Json }
      request_access: { Args: { first_name: string; last_name: string; former_email: string; phone_number: string; contact_email: string; message: string }; Returns: Json }
      request_account_deletion: { Args: Record<PropertyKey, never>; Returns: string }
      request_approval: { Args: { action: string; subject: Json; reason: string }; Returns: string }
      request_student_deletion: { Args: { student_id: string; reason: string }; Returns: string }
      reset_course_progress: { Args: { course_id: string }; Returns: number }
      reset_staff_second_step: { Args: { admin_id: string; reason: string }; Returns: undefined }
      retry_campaign: { Args: { campaign_id: string; which: string }; Returns: Json }
      retry_mail: { Args: { mail_id: string }; Returns: boolean }
      retry_mails_of_cause: { Args: { cause: string }; Returns: Json }
      revoke_admin_invitation: { Args: { invitation_id: string }; Returns: undefined }
      revoke_certificate: { Args: { student_id: string; number: string; reason: string; may_issue_again?: boolean }; Returns: undefined }
      save_campaign: { Args: { campaign_id: string; version: number; changes: Json }; Returns: Json }
      save_canned_reply: { Args: { reply_id: string; title: string; body: string }; Returns: undefined }
      save_content: { Args: { kind: string; id: string; version: number; changes: Json }; Returns: Json }
      save_legal_draft: { Args: { slug: string; version: number; changes: Json }; Returns: Json }
      save_profile: { Args: { first_name: string; last_name: string; phone_number: string; terms_consent?: boolean; privacy_consent?: boolean }; Returns: Json }
      save_progress: { Args: { updates: Json }; Returns: Json }
      save_quiz_answers: { Args: { attempt: string; answers: Json }; Returns: Json }
      save_role_permissions: { Args: { version: string; changes: Json }; Returns: Json }
      save_settings: { Args: { version: number; changes: Json }; Returns: Json }
      save_support_settings: { Args: { settings: Json; version: number }; Returns: undefined }
      schedule_content: { Args: { kind: string; id: string; version: number; publish_at?: string; unpublish_at?: string; waiver?: string }; Returns: Json }
      send_campaign: { Args: { campaign_id: string; version: number; confirmed: number; starts_at?: string }; Returns: Json }
      set_admin_active: { Args: { admin_id: string; active: boolean }; Returns: undefined }
      set_admin_role: { Args: { admin_id: string; role_name: string }; Returns: undefined }
      set_campaign_state: { Args: { campaign_id: string; action: string }; Returns: Json }
      set_lesson_completed: { Args: { lesson_id: string; completed: boolean }; Returns: undefined }
      set_media_poster: { Args: { id: string; poster: string }; Returns: Json }
      set_review_limit: { Args: { daily_limit: number }; Returns: undefined }
      set_student_active: { Args: { student_id: string; active: boolean; reason?: string }; Returns: undefined }
      set_students_active: { Args: { student_ids: string[]; active: boolean; reason: string }; Returns: Json }
      settings_history: { Args: { before_id?: number }; Returns: Json }
      settle_ticket_mail: { Args: { mail_id: string; accept: boolean }; Returns: undefined }
      site_categories: { Args: { null: string }; Returns: string[] }
      staff_app_missing: { Args: Record<PropertyKey, never>; Returns: boolean }
      staff_figures: { Args: Record<PropertyKey, never>; Returns: Json }
      staff_health: { Args: Record<PropertyKey, never>; Returns: Json }
      staff_waiting: { Args: Record<PropertyKey, never>; Returns: Json }
      student_certificates: { Args: { student_id: string }; Returns: Json }
      student_choice: { Args: { query: Json }; Returns: Json }
      student_notes: { Args: { student_id: string }; Returns: Json }
      student_tag_names: { Args: Record<PropertyKey, never>; Returns: Json }
      student_timeline: { Args: { student_id: string; query?: Json }; Returns: Json }
      submit_quiz_attempt: { Args: { attempt: string; answers?: Json }; Returns: Json }
      support_choices: { Args: Record<PropertyKey, never>; Returns: Json }
      support_file_place: { Args: { file_id: string }; Returns: Json }
      suppress_address: { Args: { address: string; note: string }; Returns: boolean }
      take_backup_link: { Args: { token: string }; Returns: string }
      take_refused_mail: { Args: { mail_id: string }; Returns: Json }
      track_page_view: { Args: { path_pattern: string; visitor_key?: string }; Returns: undefined }
      trash_content: { Args: { kind: string; id: string; trash: boolean }; Returns: Json }
      trash_media_file: { Args: { id: string; trash: boolean }; Returns: Json }
      undo_course_reset: { Args: { course_id: string }; Returns: number }
      undo_review_turn: { Args: { turn: string }; Returns: undefined }
      undo_unsubscribe: { Args: { token_input: string }; Returns: Json }
      unpublish_content: { Args: { kind: string; id: string }; Returns: Json }
      unsubscribe: { Args: { token_input: string }; Returns: Json }
      use_recovery_code: { Args: { code: string }; Returns: Json }
      verify_certificate: { Args: { number: string }; Returns: Json }
      verify_recovery_token: { Args: { token_input: string; phone_input: string }; Returns: Json }
      want_weekly_mail: { Args: { wanted: boolean }; Returns: undefined }
      wants_weekly_mail: { Args: Record<PropertyKey, never>; Returns: boolean }
      withdraw_answer: { Args: { message_id: string }; Returns: boolean }
      withdraw_legal_version: { Args: { slug: string; number: number }; Returns: Json }
      write_analytics_note: { Args: { note: string; day: string; body: string }; Returns: undefined }
      write_student_note: { Args: { student_id: string; body: string; note_id?: string }; Returns: string }
    }
  }
}
